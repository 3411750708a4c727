import { expect, test, vi } from 'vitest';
import { createRenewals } from './renewals.ts';

test('200 renewals run at a time, and five of their statements; the next begins as one ends', async () => {
  const { run, query } = createRenewals();
  for (const [limit, begin] of [
    [200, (n: number, work: () => Promise<void>) => run(String(n), work)],
    [5, (_: number, work: () => Promise<void>) => query(work)],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = vi
      .fn()
      .mockReturnValueOnce(promise)
      .mockReturnValue(new Promise(() => undefined));
    for (let n = 0; n <= limit; n += 1) void begin(n, work);
    await expect.poll(() => work).toHaveBeenCalledTimes(limit);
    resolve();
    await expect.poll(() => work).toHaveBeenCalledTimes(limit + 1);
  }
});

test('who asks for a renewal that is under way shares it, and begins another once it is over, however it ended', async () => {
  const { run } = createRenewals();
  const work = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('renewed');
  const shared = [run('7', work), run('7', work)];
  await expect(Promise.all(shared)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(1);
  expect(await Promise.all([run('7', work), run('8', work)])).toEqual(['renewed', 'renewed']);
  expect(work).toHaveBeenCalledTimes(3);
});
