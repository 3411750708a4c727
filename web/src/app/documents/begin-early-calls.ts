import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { CallName } from '@drumbeat/contract/calls.ts';
import { beginEarly } from '../../api/early-calls.ts';
import { getToken } from '../../api/session.ts';
import { isBelow, paths } from '../../base/paths.ts';
import { selectedAccount } from '../../features/accounts/selected-account.ts';

/** The first calls of the screens below a path, in addition to the user and the maintenance status. */
const asked: readonly [path: string, ...calls: CallName[]][] = [
  [paths.products, 'GET /api/products'],
  [paths.settings, 'GET /api/twitter/accounts', 'GET /api/subscription'],
  [paths.dashboard, 'GET /api/subscription'],
  [paths.admin, 'GET /api/admin/me/roles'],
];

/** Sends the first calls of the screen at this path; those that need a session only if there is one. */
export function beginEarlyCalls(pathname: string): void {
  void beginEarly('GET /api/maintenance/status');
  const signedIn = getToken() !== null;
  if (signedIn) void beginEarly('GET /api/user');
  if (pathname === paths.landing && !signedIn) void beginEarly('GET /api/products');
  if (signedIn && isBelow(paths.dashboard, pathname)) void beginDashboard();
  for (const [path, ...calls] of asked) {
    const mayAsk = signedIn || path === paths.products;
    if (mayAsk && isBelow(path, pathname)) for (const call of calls) void beginEarly(call);
  }
}

/** Reads the accounts first: posts and eligibility on the dashboard are those of the selected account. */
async function beginDashboard(): Promise<void> {
  // Clone the answer, because the screen reads it as well.
  const answer = await beginEarly('GET /api/twitter/accounts').then(
    (own) => own.clone(),
    () => undefined,
  );
  if (!answer?.ok) return;
  const { accounts } = (await answer.json()) as { accounts: XAccount[] };
  const account = selectedAccount(accounts);
  void beginEarly('GET /api/posts', { query: account ? { twitter_account_id: account.id } : {} });
  if (account)
    void beginEarly('POST /api/check-scheduling-eligibility', { body: { twitterAccountId: account.id } });
}
