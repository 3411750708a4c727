import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, call } from './factories.ts';

/** Makes each audited call about the provider's catalogue once. */
export async function makeCatalogueCalls(app: TestApp, { token }: BuiltUser): Promise<void> {
  const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
    call(app, method, `/api/admin/stripe/${path}`, { token, body });
  expect((await ask('POST', 'sync', {})).status).toBe(200);
  expect((await ask('POST', 'products', { name: 'Audited' })).status).toBe(200);
  expect((await ask('PUT', 'prices/price_none', { active: false })).status).toBe(404);
}
