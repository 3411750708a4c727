import { expect, test } from 'vitest';
import { buildApp } from '../../test/build-app.ts';

test('each night, what a limit counted is deleted once it has ended, and nothing else', async () => {
  const { platform } = await buildApp();
  const { db, jobs, limits } = platform;
  await limits.consume({ name: 'running', points: 1, seconds: 900 }, 'a');
  await db.execute(
    `insert into rate_limits (key, points, expire) values ('ended', 1, ${Date.now() - 1}), ('endless', 1, null)`,
  );
  await jobs.enqueue(db, 'platform.delete-ended-limits', {});
  await jobs.drain();
  const { rows } = await db.execute('select key from rate_limits order by key');
  expect(rows).toEqual([{ key: 'endless' }, { key: 'running:a' }]);
  const again = limits.consume({ name: 'running', points: 1, seconds: 900 }, 'a');
  await expect(again).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
});
