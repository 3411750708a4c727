import { call } from '../../api/client.ts';
import { accountsQuery, beginSession, invalidate, queryClient } from '../../api/query.ts';
import { clearDismissedBanners } from '../../ui/feedback/dismissed.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { prefetchMaintenance } from '../maintenance/maintenance.query.ts';
import { type AuthForm, tidyEmail } from './auth.form.ts';
import { strings } from './auth.strings.ts';

/** With a code, the proof from the refusal that asked for it replaces the password. */
export type Credentials = Pick<AuthForm, 'email'> & ({ password: string } | { proof: string });

/** Starts a session. The guard of `/auth` then redirects, once user and maintenance status are known. */
export async function signIn(credentials: Credentials, twoFactorCode?: string): Promise<void> {
  const { email, ...secret } = credentials;
  const session = await call('POST /api/auth/signin', {
    body: {
      email: tidyEmail(email),
      ...secret,
      ...(twoFactorCode === undefined ? {} : { twoFactorCode }),
    },
  });
  clearDismissedBanners();
  beginSession(session);
  void prefetchMaintenance();
  notify.success(strings.welcome(session.user.email));
  if (session.user.emailVerifiedAt) void refreshPicture().catch(() => undefined);
}

/** The picture may have changed on X since the last visit. A failure is ignored. */
async function refreshPicture(): Promise<void> {
  const { accounts } = await queryClient.fetchQuery(accountsQuery);
  if (!accounts.some((account) => account.selected && !account.needs_reconnect)) return;
  await call('POST /api/twitter/profile/refresh');
  await invalidate('GET /api/twitter/accounts');
}
