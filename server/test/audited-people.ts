import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { runEngine } from '../src/features/publishing/publishing.fixture.ts';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from './factories.ts';
import { turnOnTwoFactor } from './two-factor.ts';

/** Makes each call with which staff change a customer once, for the test of all audited actions. */
export async function makeCustomerCalls(app: TestApp, staff: BuiltUser): Promise<void> {
  const user = await buildUser(app);
  await subscribe(app, user);
  const account = await connectX(app, user);
  await call(app, 'PATCH', '/api/user', { token: user.token, body: { niche: 'Coffee' } });
  const failed = await buildPost(app, { user, accountId: account.id, status: 'failed' });
  const pending = await buildPost(app, { user, accountId: account.id });
  await turnOnTwoFactor(app, user);
  const timeline = `/api/posts/${pending.id}/timeline`;
  expect((await call(app, 'GET', timeline, { token: staff.token })).status).toBe(200);

  const act = async (what: string, body: object = {}, method: 'POST' | 'DELETE' = 'POST', id = user.id) => {
    const path = `/api/admin/users/${id}/${what}`;
    const answer = await call<{ change_id: string }>(app, method, path, { token: staff.token, body });
    expect(answer.status, `${what} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  await act('roles', { role: 'tester', enabled: true });
  await act('pause-posts');
  await act('unpause-posts');
  // It answers once a worker has published the post.
  let answered = false;
  const retried = act(`posts/${failed.id}/retry`).finally(() => {
    answered = true;
  });
  while (!answered) await runEngine(app);
  await retried;
  await act(`posts/${pending.id}`, {}, 'DELETE');
  for (const what of [
    'grant-generate',
    'reset-post-generation',
    `reset-niche-retries?twitter_account_id=${account.id}`,
  ]) {
    const { change_id } = await act(what);
    await act('undo', { change_id });
  }
  const letter = { templateKey: 'support_message', variables: { title: 'Hello', text: 'We are here.' } };
  await act('send-email', letter);
  await act('open-portal');
  const strange = sql`update subscriptions set customer_id = 'cus_audited' where user_id = ${user.id}`;
  await app.platform.db.execute(strange);
  await act('billing/restore-previous', { force: true });
  await act('reset-2fa');
  const unverified = await buildUser(app, { verified: false });
  await act('resend-verification', {}, 'POST', unverified.id);
  await act('allow-trial', {}, 'POST', unverified.id);
}
