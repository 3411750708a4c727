import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { eq } from 'drizzle-orm';
import type { TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, call, sandboxControl } from '../../../test/factories.ts';
import { xAccounts } from './accounts.tables.ts';
import type { XAccountRecord } from './accounts.types.ts';

/** A person's X accounts, as the screens see them. */
export async function accountsOf(app: TestApp, user: BuiltUser): Promise<XAccount[]> {
  const { body } = await call<{ accounts: XAccount[] }>(app, 'GET', '/api/twitter/accounts', {
    token: user.token,
  });
  return body.accounts;
}

/** The row of an X account. */
export async function rowOf(app: TestApp, id: number): Promise<XAccountRecord> {
  const [row] = await app.platform.db.select().from(xAccounts).where(eq(xAccounts.id, id));
  if (!row) throw new Error('no such account');
  return row;
}

type Decision = { username?: string; deny?: boolean; reconnect?: number };

/** Asks for X's address and decides there; returns the answer, and the path that X sends the person back to. */
export async function authorize(app: TestApp, user: BuiltUser, decision: Decision = {}) {
  const { username = 'ada', deny, reconnect } = decision;
  const answer = await call<{ authUrl: string }>(app, 'POST', '/api/oauth/x/authorize', {
    token: user.token,
    ...(reconnect === undefined ? {} : { body: { reconnect: String(reconnect) } }),
  });
  const { redirectUrl } = await sandboxControl<{ redirectUrl: string }>(app, '/sandbox/x/approve', {
    authUrl: answer.body.authUrl,
    username,
    ...(deny ? { deny } : {}),
  });
  const { pathname, search } = new URL(redirectUrl);
  return { answer, back: pathname + search };
}
