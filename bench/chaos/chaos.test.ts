import { expect, it } from 'vitest';
import { runChaos } from './run-chaos.ts';

it('EXACTLY ONCE: killed workers, restarted databases and a failing X lose no post, double none and fail none', {
  // A worker that dies while it renews a token keeps its account waiting for a minute and a half.
  timeout: 480_000,
}, async () => {
  const options = { posts: 150, accounts: 20, minutes: 0.05, kills: 10, seed: 42, json: true };
  const { result, violations } = await runChaos(options, () => undefined);
  expect(violations).toEqual([]);
  expect(result).toMatchObject({ posts: 150, duplicates: 0, lost: 0, wrongly_failed: 0, contradictions: 0 });
  expect(result.kills).toBeGreaterThanOrEqual(10);
  expect(result.published).toBeGreaterThan(75);
});
