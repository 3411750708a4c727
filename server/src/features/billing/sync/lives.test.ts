import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { LIVES, LIVES_SEED } from '../../../../test/sizes.ts';
import { createLives } from './lives.fixture.ts';
import { life } from './lives-steps.fixture.ts';

const AT_ONCE = Math.min(12, LIVES);
const DAY_MS = 86_400_000;

const statuses = ['active', 'canceled', 'canceling', 'inactive', 'past_due'];
const deeds =
  'cancel cardGoes change checkout collection days delete dispute refund replaceCard resume'.split(' ');

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  // Stripe's clock runs ahead in each life. Ours stands, ahead of some lives and behind others.
  app.clock.set(new Date(Date.now() + 20 * DAY_MS));
});
afterAll(() => app.close());

test(
  `BILL-01 BILL-13 PROD-37 after ${LIVES} random lives and a sync we know what Stripe knows`,
  async () => {
    const { live, seen } = createLives(app);
    const property = fc.asyncProperty(life, live);
    const numRuns = Math.ceil(LIVES / AT_ONCE);
    const all = Array.from({ length: AT_ONCE }, (_, index) =>
      fc.assert(property, { seed: LIVES_SEED + index, numRuns, includeErrorInReport: true }),
    );
    // All end before the first failure is told, so that no life goes on after the test.
    for (const { status, reason } of (await Promise.allSettled(all)) as PromiseRejectedResult[])
      if (status === 'rejected') throw reason;
    // Enough lives leave out nothing; otherwise this would test less than it says.
    if (LIVES >= 200) expect([...seen].sort()).toEqual([...statuses, ...deeds].sort());
  },
  600_000 + 5_000 * LIVES,
);
