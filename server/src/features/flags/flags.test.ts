import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { call } from '../../../test/factories.ts';

test('PROD-42 PROD-43 CRYP-10 anyone gets the public flags: Cardano off at 5 USDC, plans on, and nothing else', async () => {
  const app = await buildApp();
  const { status, body } = await call(app, 'GET', '/api/public/flags');
  expect(status).toBe(200);
  expect(body).toEqual({
    flags: {
      cardano_enabled: false,
      cardano_pricing: { currency: 'USDC', priceUsd: 5 },
      plans_enabled: true,
    },
  });
});

test('PROD-43 what staff set is what is given; what they set wrongly, or deleted, has its default', async () => {
  const app = await buildApp();
  const set = (key: string, value: string) =>
    app.platform.db.execute(
      sql`insert into feature_flags (key, value) values (${key}, ${value}::jsonb)
          on conflict (key) do update set value = excluded.value`,
    );
  await set('plans_enabled', 'false');
  await set('cardano_enabled', 'true');
  await set('cardano_pricing', '{"currency": "USDM", "priceUsd": 7.5}');
  await set('inner_switch', 'true');
  expect((await call(app, 'GET', '/api/public/flags')).body).toEqual({
    flags: {
      cardano_enabled: true,
      cardano_pricing: { currency: 'USDM', priceUsd: 7.5 },
      plans_enabled: false,
    },
  });

  await set('plans_enabled', '"no"');
  await set('cardano_pricing', 'null');
  await app.platform.db.execute(sql`delete from feature_flags where key = 'cardano_enabled'`);
  expect((await call(app, 'GET', '/api/public/flags')).body).toEqual({
    flags: {
      cardano_enabled: false,
      cardano_pricing: { currency: 'USDC', priceUsd: 5 },
      plans_enabled: true,
    },
  });
});
