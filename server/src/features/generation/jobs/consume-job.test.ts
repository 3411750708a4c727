import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { buildWriter, generateAtOnce, start, type Writer } from '../generation.fixture.ts';
import { type ConsumedJob, consumeJob } from './consume-job.ts';

const WEDNESDAY = '2026-11-18T08:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: WEDNESDAY });
});
afterAll(() => app.close());

function use(writer: Writer, jobId?: string, accountId = writer.accountId): Promise<ConsumedJob> {
  const input = { userId: writer.id, accountId, jobId };
  return inTransaction(app.platform.db, (tx) => consumeJob(app.platform, tx, input));
}

test('GEN-60: a job that is not completed, or that a newer one replaced, is not usable', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const none = { code: 'JOB_NOT_USABLE', message: 'Generate posts first, then schedule them.' };
  await expect(use(writer)).rejects.toMatchObject(none);
  const { jobId: waiting } = (await start(app, writer)).body;
  await expect(use(writer, waiting)).rejects.toMatchObject({
    code: 'JOB_NOT_USABLE',
    message: 'These posts are not ready. Generate posts first, then schedule them.',
  });
  await expect(use(writer)).rejects.toMatchObject(none);
  await app.platform.jobs.drain();

  app.clock.advance(60_000);
  const { jobId: newer } = await generateAtOnce(app, writer);
  await expect(use(writer, waiting)).rejects.toThrow(
    'A newer set of posts has replaced this one. Schedule the newer set.',
  );
  // Ad posts are none of a calendar.
  await app.platform.db.execute(sql`
    insert into generation_jobs (user_id, account_id, kind, status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at, updated_at)
    select user_id, account_id, 'ads', status, niche, is_in_trial, days_text, slots, drafts, round, to_ask, created_at + interval '1 s', updated_at
    from generation_jobs where id = ${newer}`);
  expect(await use(writer)).toMatchObject({ id: newer, alreadyUsed: false });
});
