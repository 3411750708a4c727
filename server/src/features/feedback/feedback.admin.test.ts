import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';

type Listed = { feedback: Record<string, unknown>[]; nextPage: number | null };
let app: TestApp;
let staff: BuiltUser;
let ada: BuiltUser;
let grace: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2027-03-01T12:00:00Z' });
  staff = await buildUser(app, { roles: ['support'] });
  ada = await buildUser(app, { email: 'ada@people.example' });
  grace = await buildUser(app, { email: 'grace@people.example' });
});
afterAll(() => app.close());

const list = (query = '', token = staff.token) =>
  call<Listed>(app, 'GET', `/api/admin/feedback${query}`, { token });
const messages = async (query = '') => (await list(query)).body.feedback.map(({ message }) => message);

async function tell(
  user: BuiltUser,
  message: string,
  more: { category?: string; rating?: number } = {},
): Promise<string> {
  app.clock.advance(60_000);
  const body = { message, category: 'general', pagePath: '/settings', ...more };
  const answer = await call(app, 'POST', '/api/feedback', { token: user.token, body });
  expect(answer.status).toBe(200);
  return String(answer.headers['x-request-id']);
}

describe('feedback of customers, for staff', () => {
  let requestId: string;
  beforeAll(async () => {
    requestId = await tell(ada, 'The calendar is lovely', { category: 'feature', rating: 5 });
    await tell(ada, 'Write to other@people.example or 203.0.113.9', { category: 'bug', rating: 1 });
    await tell(grace, 'A 100% sure_thing', { rating: 3 });
    await tell(grace, 'No rating at all');
  });

  test('ADM-FB-02 ADM-FB-03 a record has its fields, newest first, with addresses masked', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.nextPage).toBeNull();
    expect(body.feedback.map(({ message }) => message)).toEqual([
      'No rating at all',
      'A 100% sure_thing',
      'Write to o***@people.example or 203.0.***.***',
      'The calendar is lovely',
    ]);
    expect(body.feedback[3]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      created_at: '2027-03-01T12:01:00.000Z',
      user_email: 'a***@people.example',
      user_id: String(ada.id),
      category: 'feature',
      rating: 5,
      message: 'The calendar is lovely',
      page_path: '/settings',
      request_id: requestId,
    });
    expect(body.feedback[0]?.rating).toBeNull();
  });

  test('ADM-CON-13 addresses are shown on request, which is recorded', async () => {
    const { body } = await list('?sensitive=true');
    expect(body.feedback[2]).toMatchObject({
      user_email: 'ada@people.example',
      message: 'Write to other@people.example or 203.0.113.9',
    });
    const shown = sql`select actor_user_id, details from audit_log where action = 'admin.sensitive_shown'`;
    expect((await app.platform.db.execute(shown)).rows).toEqual([
      { actor_user_id: staff.id, details: { view: 'feedback' } },
    ]);
  });

  test('ADM-FB-03 words, a whole email or a request id find a message, and wildcards are plain characters', async () => {
    expect(await messages('?q=CALENDAR')).toEqual(['The calendar is lovely']);
    const written = 'Write to o***@people.example or 203.0.***.***';
    expect(await messages('?q=%20ADA@people.example')).toEqual([written, 'The calendar is lovely']);
    expect(await messages('?q=other@people.example')).toEqual([written]);
    expect(await messages(`?q=${requestId}`)).toEqual(['The calendar is lovely']);
    expect(await messages(`?q=${requestId.toUpperCase()}`)).toEqual(['The calendar is lovely']);
    expect(await messages(`?q=${randomUUID()}`)).toEqual([]);
    expect(await messages('?q=100%25%20sure_')).toEqual(['A 100% sure_thing']);
    expect(await messages('?q=e_rating')).toEqual([]);
    expect((await list('?q=ab')).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { q: 'Search for at least 3 characters.' } },
    });
  });

  test('ADM-FB-03 ADM-FB-04 category and rating narrow the list; a rating is a digit from 1 to 5', async () => {
    expect(await messages('?category=bug')).toEqual(['Write to o***@people.example or 203.0.***.***']);
    expect(await messages('?min_rating=3')).toEqual(['A 100% sure_thing', 'The calendar is lovely']);
    expect(await messages('?max_rating=3')).toEqual([
      'A 100% sure_thing',
      'Write to o***@people.example or 203.0.***.***',
    ]);
    expect(await messages('?min_rating=2&max_rating=4')).toEqual(['A 100% sure_thing']);
    expect(await messages('?min_rating=4&max_rating=2')).toEqual([]);
    for (const query of ['?min_rating=x', '?max_rating=6', '?min_rating=0', '?category=praise', '?page=0'])
      expect((await list(query)).status, query).toBe(400);
  });

  test('ADM-FB-05 a page has 50 messages, and names the next one', async () => {
    await app.platform.db.execute(sql`
      insert into feedback (user_id, category, message, page_path, request_id, created_at)
      select ${grace.id}, 'other', 'Number ' || n, '/', 'r', now() - (n / 2) * interval '1 minute'
      from generate_series(1, 97) n`);
    const pages = await Promise.all([1, 2, 3].map(async (page) => (await list(`?page=${page}`)).body));
    expect(pages.map(({ feedback, nextPage }) => [feedback.length, nextPage])).toEqual([
      [50, 2],
      [50, 3],
      [1, null],
    ]);
    expect(new Set(pages.flatMap(({ feedback }) => feedback.map(({ id }) => id))).size).toBe(101);
  });
});
