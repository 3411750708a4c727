import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, buildUser, call } from './factories.ts';

/** Makes each audited call about who is signed in once. */
export async function makeAccessCalls(app: TestApp, { token }: BuiltUser): Promise<void> {
  const user = await buildUser(app);
  const path = `/api/admin/users/${user.id}/sessions`;
  expect((await call(app, 'DELETE', path, { token, body: {} })).status).toBe(200);
}
