import { expect, test } from 'vitest';
import { measureBill } from './bill.ts';

test('COST-07 what we forecast for random posts is what X charges, to the cent and below', async () => {
  const { posts, withLink, forecastMicros, billMicros } = await measureBill({ posts: 400, seed: 7 });
  expect(withLink).toBeGreaterThan(100);
  expect(billMicros).toBe(withLink * 200_000 + (posts - withLink) * 15_000);
  expect(forecastMicros).toBe(billMicros);
});
