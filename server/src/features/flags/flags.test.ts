import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { call } from '../../../test/factories.ts';

test('a visitor reads the public flags with their defaults, and what staff change', async () => {
  const app = await buildApp();
  const before = await call(app, 'GET', '/api/public/flags');
  expect(before).toMatchObject({
    status: 200,
    body: {
      flags: {
        cardano_enabled: false,
        cardano_pricing: { currency: 'USDC', priceUsd: 5 },
        plans_enabled: true,
      },
    },
  });

  await app.platform.db.execute(sql`update feature_flags set value = 'false' where key = 'plans_enabled'`);
  await app.platform.db.execute(sql`insert into feature_flags (key, value) values ('inner_switch', 'true')`);
  const after = await call<{ flags: Record<string, unknown> }>(app, 'GET', '/api/public/flags');
  expect(after.body.flags.plans_enabled).toBe(false);
  expect(after.body.flags).not.toHaveProperty('inner_switch');
});
