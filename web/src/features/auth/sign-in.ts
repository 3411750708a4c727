import { call } from '../../api/client.ts';
import { accountsQuery, beginSession, queryClient } from '../../api/query.ts';
import { awaitSecondFactor } from '../../api/session.ts';
import { clearDismissedBanners } from '../../ui/dismissed.ts';
import { notify } from '../../ui/toasts.ts';
import { prefetchMaintenance } from '../maintenance/maintenance.query.ts';
import { type AuthForm, asksForCode, tidyEmail } from './auth.form.ts';
import { strings } from './auth.strings.ts';

type Credentials = Pick<AuthForm, 'email' | 'password'>;

/** Opens a session. The guard of `/auth` then leads on, once it knows user and maintenance. */
export async function signIn(form: Credentials, twoFactorCode?: string): Promise<void> {
  const session = await requestSession(form, twoFactorCode);
  clearDismissedBanners();
  beginSession(session);
  void prefetchMaintenance();
  notify.success(strings.welcome(session.user.email));
  if (session.user.emailVerifiedAt) void refreshPicture().catch(() => undefined);
}

async function requestSession(form: Credentials, twoFactorCode?: string) {
  try {
    return await call('POST /api/auth/signin', {
      body: {
        email: tidyEmail(form.email),
        password: form.password,
        ...(twoFactorCode === undefined ? {} : { twoFactorCode }),
      },
    });
  } catch (error) {
    if (asksForCode(error)) awaitSecondFactor(true);
    throw error;
  }
}

/** The picture may have changed on X since the last visit. What goes wrong here is nobody's worry. */
async function refreshPicture(): Promise<void> {
  const { accounts } = await queryClient.fetchQuery(accountsQuery);
  if (!accounts.some((account) => account.selected && !account.needs_reconnect)) return;
  await call('POST /api/twitter/profile/refresh');
  await queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
}
