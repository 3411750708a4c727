import { expect, test } from 'vitest';
import { buildApp } from '../../test/build-app.ts';
import type { AppError } from './errors.ts';

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

test('a limit counts each key by itself, tells how long to wait, and takes back what did not count', async () => {
  const { limits } = (await buildApp()).platform;
  const limit = { name: 'twice', points: 2, seconds: 900 };
  const use = (key: string) => limits.consume(limit, key);
  const seconds = (wait: unknown) => Number(wait) > 890 && Number(wait) <= 900;
  for (const key of ['a', 'a', 'b']) await use(key);
  const error = (await use('a').catch((thrown: unknown) => thrown)) as AppError;
  expect(error).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many attempts. Please try again later.',
    data: { retryAfter: error.retryAfter },
  });
  expect(error.retryAfter).toSatisfy(seconds);
  await use('b');
  await limits.refund(limit, 'b');
  await use('b');
  await expect(use('b')).rejects.toThrow();
  await limits.clear(limit, 'a');
  await use('a');
  const worded = { ...limit, name: 'worded', points: 1, message: 'Wait a while.' };
  await limits.consume(worded, 7);
  await expect(limits.consume(worded, 7)).rejects.toThrow('Wait a while.');
});

test('several limits are counted in order, and those behind a reached one are not', async () => {
  const { limits } = (await buildApp()).platform;
  const one = { name: 'one', points: 1, seconds: 900, message: 'One is reached.' };
  const two = { name: 'two', points: 2, seconds: 900, message: 'Two is reached.' };
  const both = [
    [one, 'a'],
    [two, 'b'],
  ] as const;
  await limits.consumeAll(both);
  await expect(limits.consumeAll(both)).rejects.toThrow('One is reached.');
  await limits.consumeAll([[two, 'b']]);
  await limits.settle({ cleared: [[one, 'a']], refunded: [] });
  await expect(limits.consumeAll(both)).rejects.toThrow('Two is reached.');
  await limits.settle({
    cleared: [[one, 'a']],
    refunded: [[two, 'b']],
  });
  await limits.settle({ cleared: [], refunded: [[two, 'b']] });
  await limits.consumeAll(both);
});
