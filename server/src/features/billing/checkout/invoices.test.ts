import type { Invoice } from '@drumbeat/contract/billing/billing.entities.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type Answer, type BuiltUser, buildUser, call, subscribe } from '../../../../test/factories.ts';
import { openSession } from '../../auth/sign-in/open-session.ts';
import { advance, stripeOf } from '../billing.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

type Page = { invoices: Invoice[]; hasMore: boolean };
async function history(user: BuiltUser, after?: string): Promise<Answer<Page>> {
  const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
  return call<Page>(app, 'GET', `/api/billing/history${query}`, { token: user.token });
}
async function pdf(user: BuiltUser, id: string) {
  const headers = { authorization: `Bearer ${user.token}` };
  return app.http.inject({ method: 'GET', url: `/api/billing/invoice/${id}`, headers });
}
/** Somebody who has paid for so many months. */
async function buildPayer(months: number): Promise<BuiltUser & { customer: string }> {
  const user = await buildUser(app);
  const { customer } = await subscribe(app, user, { plan: 'standard', trial: false });
  await advance(app, customer, 30.5 * months);
  user.token = (await openSession(app.platform.db, user.id, app.clock.now())).token;
  return { ...user, customer };
}

describe('GET /api/billing/history', () => {
  test('BILL-07 BILL-20 has the person’s own invoices, newest first, in the amounts that were paid', async () => {
    const user = await buildPayer(1);
    const { status, body } = await history(user);
    expect(status).toBe(200);
    expect(body).toEqual({
      hasMore: false,
      invoices: [1, 2].map(() => ({
        id: expect.stringMatching(/^in_/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        amount: 700,
        currency: 'usd',
        status: 'paid',
        description: expect.stringContaining('Standard'),
        invoiceUrl: expect.stringMatching(/^http/),
      })),
    });
    expect(body.invoices[0]?.date.localeCompare(body.invoices[1]?.date ?? '')).toBe(1);
  });

  test('BILL-22 ten a page, and the pages join without a gap', async () => {
    const user = await buildPayer(12);
    const first = (await history(user)).body;
    expect(first.invoices).toHaveLength(10);
    expect(first.hasMore).toBe(true);
    const second = (await history(user, first.invoices.at(-1)?.id)).body;
    expect(second.hasMore).toBe(false);
    const all = await stripeOf(app).invoices.list({ customer: user.customer, limit: 100 });
    expect([...first.invoices, ...second.invoices].map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
  });

  test('a newcomer has none; a page after somebody else’s invoice, or an unknown one, is 404', async () => {
    const [newcomer, payer, other] = [await buildUser(app), await buildPayer(0), await buildPayer(0)];
    expect((await history(newcomer)).body).toEqual({ invoices: [], hasMore: false });
    const theirs = (await history(other)).body.invoices[0]?.id ?? '';
    for (const after of [theirs, 'in_unknown', "' or 1=1"])
      expect(await history(payer, after)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await call(app, 'GET', '/api/billing/history')).status).toBe(401);
  });
});

describe('GET /api/billing/invoice/{id}', () => {
  test('BILL-08 is the PDF of the person’s own invoice', async () => {
    const user = await buildPayer(0);
    const id = (await history(user)).body.invoices[0]?.id ?? '';
    const answer = await pdf(user, id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe('attachment');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.includes('%%EOF')).toBe(true);
  });

  test('somebody else’s invoice and an unknown one are 404 alike', async () => {
    const [user, other, newcomer] = [await buildPayer(0), await buildPayer(0), await buildUser(app)];
    const theirs = (await history(other)).body.invoices[0]?.id ?? '';
    for (const [who, id] of [
      [user, theirs],
      [user, 'in_unknown'],
      [newcomer, theirs],
    ] as const) {
      const answer = await pdf(who, id);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such invoice.' });
    }
    expect((await call(app, 'GET', `/api/billing/invoice/${theirs}`)).status).toBe(401);
  });
});
