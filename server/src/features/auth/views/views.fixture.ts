import { expect } from 'vitest';
import type { TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, call } from '../../../../test/factories.ts';

/** A view of a customer that staff have opened. */
export type BuiltView = { token: string; ends_at: string };

/** Opens a view of a customer, for staff. */
export async function buildView(
  app: TestApp,
  staff: BuiltUser,
  customer: { id: number },
): Promise<BuiltView> {
  const path = `/api/admin/users/${customer.id}/view-as`;
  const body = { reason: 'They say that the calendar is empty' };
  const answer = await call<BuiltView>(app, 'POST', path, { token: staff.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** What reading the customer with this token is answered. */
export async function statusOf(app: TestApp, { token }: { token: string }): Promise<number> {
  return (await call(app, 'GET', '/api/user', { token })).status;
}
