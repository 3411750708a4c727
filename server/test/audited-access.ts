import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, buildUser, call } from './factories.ts';

/** Makes each audited call about who is signed in once. */
export async function makeAccessCalls(app: TestApp, { token }: BuiltUser): Promise<void> {
  const user = await buildUser(app);
  const path = `/api/admin/users/${user.id}/sessions`;
  expect((await call(app, 'DELETE', path, { token, body: {} })).status).toBe(200);

  // One view that the viewer ends, and one that the customer ends.
  const customer = await buildUser(app);
  const view = async () => {
    const begun = await call<{ token: string }>(app, 'POST', `/api/admin/users/${customer.id}/view-as`, {
      token,
    });
    expect(begun.status).toBe(200);
    return begun.body.token;
  };
  expect((await call(app, 'POST', '/api/auth/signout', { token: await view() })).status).toBe(200);
  await view();
  expect((await call(app, 'DELETE', '/api/auth/sessions', { token: customer.token })).status).toBe(200);
}
