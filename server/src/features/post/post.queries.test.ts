import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../test/factories.ts';
import { connect } from '../generation/generation.fixture.ts';
import { listPlannedPage, type PlannedPage } from './post.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

test('everybody’s planned posts come page by page, account by account, as they are due', async () => {
  const user = await buildUser(app);
  const accounts = [(await connectX(app, user)).id, await connect(app, user.id)];
  const [low, high] = accounts.toSorted((a, b) => a - b) as [number, number];
  const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
  const plan = async (accountId: number, given: Parameters<typeof buildPost>[1]) =>
    (await buildPost(app, { user, accountId, scheduledAt: at(2), dueAt: at(4), ...given })).id;
  const elsewhere = await plan(high, { dueAt: at(1), content: 'Read example.com' });
  const [twin, other] = [await plan(low, {}), await plan(low, {})];
  const earlier = await plan(low, { scheduledAt: at(1) });
  const first = await plan(low, { dueAt: at(3), scheduledAt: at(9) });
  for (const given of [{ isPaused: true }, { status: 'failed' }, { status: 'posted' }] as const)
    await plan(low, given);
  const seen = [];
  let last: PlannedPage['last'];
  do {
    const page: PlannedPage = await listPlannedPage(app.platform.db, last, 2);
    seen.push(...page.posts.map(({ id, accountId, hasLink }) => [id, accountId, hasLink]));
    last = page.last;
  } while (last);
  expect(seen).toEqual([
    ...[first, earlier, twin, other].map((id) => [id, low, false]),
    [elsewhere, high, true],
  ]);
});
