import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { call } from '../../../test/factories.ts';

test('PROD-42 PROD-43 CRYP-10 anyone gets the public flags as staff set them, or else their defaults', async () => {
  const app = await buildApp();
  const flags = async () => (await call<{ flags: object }>(app, 'GET', '/api/public/flags')).body.flags;
  const set = (key: string, value: unknown) =>
    app.platform.db.execute(
      sql`insert into feature_flags (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
          on conflict (key) do update set value = excluded.value`,
    );
  const defaults = {
    cardano_enabled: false,
    cardano_pricing: { currency: 'USDC', priceUsd: 5 },
    plans_enabled: true,
  };
  expect(await flags()).toEqual(defaults);
  const given = {
    cardano_enabled: true,
    cardano_pricing: { currency: 'USDM', priceUsd: 7.5 },
    plans_enabled: false,
  };
  for (const [key, value] of Object.entries(given)) await set(key, value);
  await set('inner_switch', true);
  expect(await flags()).toEqual(given);

  await set('plans_enabled', 'no');
  await set('cardano_pricing', null);
  await app.platform.db.execute(sql`delete from feature_flags where key = 'cardano_enabled'`);
  expect(await flags()).toEqual(defaults);
});
