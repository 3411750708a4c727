import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';

let app: TestApp;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

type Sent = {
  message: string;
  email_id: string | null;
  content: { subject: string; html: string };
  data: { fields: Record<string, string> };
};
const send = (id: number, body: object) =>
  call<Sent>(app, 'POST', `/api/admin/users/${id}/send-email`, { token: support.token, body });
const log = (id: number, query = '') =>
  call<{ emails: Record<string, unknown>[]; nextPage: number | null }>(
    app,
    'GET',
    `/api/admin/users/${id}/emails${query}`,
    { token: support.token },
  );
const hello = {
  templateKey: 'support_message',
  variables: { title: 'Your posts', text: 'They <b>wait</b>.' },
};

describe('ADM-CUS-30 ADM-CON-35 an email of staff to a customer', () => {
  test('goes out as the template has it, values escaped, and is recorded with its reason', async () => {
    const user = await buildUser(app);
    const variables = { ...hello.variables, title: ' Your \n posts ' };
    const sent = await send(user.id, { ...hello, variables, reason: 'They asked' });
    const html = expect.any(String);
    expect(sent).toMatchObject({
      status: 200,
      body: { message: 'The email is on its way.', content: { subject: 'Your posts', html } },
    });
    const [mail] = await mailTo(app, user.email);
    expect(mail?.subject).toBe('Your posts');
    expect(mail?.html.trim()).toBe(sent.body.content.html.trim());
    expect(mail?.html).toContain('They &lt;b&gt;wait&lt;/b&gt;.');
    expect(mail?.text).toContain('They <b>wait</b>.');
    const { rows } = await app.platform.db.execute(
      sql`select actor_user_id, details from audit_log
        where action = 'emails.sent_by_staff' and target_id = ${String(user.id)}`,
    );
    const after = { templateKey: 'support_message', subject: 'Your posts' };
    const details = { emailId: Number(sent.body.email_id), before: null, after, reason: 'They asked' };
    expect(rows).toEqual([{ actor_user_id: support.id, details }]);
  });

  test('goes out with words of its own, without scripts, forms and frames', async () => {
    const user = await buildUser(app);
    const html =
      '<p onclick="x()">Hello {{ email }}</p><script>alert(1)</script><iframe src="https://x.example"></iframe>' +
      '<a href="javascript:alert(1)">here</a><form action="/"><input name="a"></form><a href="https://help.example">help</a>' +
      '<img src="https://help.example/a.png" alt="A" width="10" height="5" onerror="x()">' +
      '<table role="presentation" width="9"><tr><td colspan="2" style="color:#ff0000;position:fixed">b</td></tr></table>';
    const given = { templateKey: 'support_message', useTemplateContent: false, html };
    const sent = await send(user.id, { ...given, subject: 'About {{ name }}', variables: { name: '<you>' } });
    expect(sent.status).toBe(200);
    const [mail] = await mailTo(app, user.email);
    expect(mail?.subject).toBe('About <you>');
    for (const kept of [
      `<p>Hello ${user.email}</p>`,
      '<a href="https://help.example">help</a>',
      '<img src="https://help.example/a.png" alt="A" width="10" height="5" />',
      '<table role="presentation" width="9"><tr><td colspan="2" style="color:#ff0000">b</td></tr></table>',
    ])
      expect(mail?.html).toContain(kept);
    expect(mail?.html).not.toMatch(/<script|<iframe|<form|<input|javascript:|onclick|onerror|position/i);
    expect(mail?.text).toMatch(new RegExp(`^Hello ${user.email}\n`));
  });

  test.each([
    [
      'links lead to pages and mailboxes alone',
      '<a href="http://a.example" target="_blank">a</a><a href="mailto:b@b.example">b</a><a href="ftp://c.example">c</a>',
      '<a href="http://a.example">a</a><a href="mailto:b@b.example">b</a><a>c</a>',
    ],
    [
      'our own addresses cannot be replaced',
      '<p>{{ email }} {{ publicUrl }} {{ supportEmail }}</p>',
      '<p>ours@people.example http://localhost:3000 support@drumbeat.example</p>',
      { email: 'ours@people.example', publicUrl: 'https://bad.example', supportEmail: 'bad@bad.example' },
    ],
  ])('of what staff write, %s', async (_, html, clean, variables: object = {}) => {
    const user = await buildUser(app);
    const given = { templateKey: 'support_message', useTemplateContent: false, subject: 'Hi', preview: true };
    const { content } = (await send(user.id, { ...given, html, variables })).body;
    expect(content.html).toContain(`padding:32px 28px;">\n${clean}\n</td></tr>`);
  });

  test('a repeat with the same key sends nothing more, and a preview sends nothing', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)];
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(user.id, { ...hello, key })));
    expect(new Set(answers.map(({ body }) => body.email_id)).size).toBe(1);
    const preview = await send(user.id, { ...hello, preview: true });
    expect(preview.body).toMatchObject({ message: 'Nothing was sent.', email_id: null });
    expect(preview.body.content.html).toContain('They &lt;b&gt;wait&lt;/b&gt;.');
    expect(await mailTo(app, user.email)).toHaveLength(1);
    // The key is the customer's: another one gets an email too.
    await send(other.id, { ...hello, key });
    expect(await mailTo(app, other.email)).toHaveLength(1);
  });

  const letter = {
    templateKey: 'marketing',
    variables: { title: 'New', text: 'Look', link: 'https://x.example' },
  };
  const agree = ({ token }: BuiltUser) =>
    call(app, 'PATCH', '/api/user/preferences', { token, body: { emailConsent: true, weeklySummary: true } });

  test('SET-16 ADM-EML-07 marketing needs consent, and ends with one click of the mail program, and nothing else does', async () => {
    const user = await buildUser(app);
    expect(await send(user.id, letter)).toMatchObject({
      status: 403,
      body: { message: 'This customer has not agreed to marketing email.' },
    });
    await agree(user);
    expect((await send(user.id, letter)).status).toBe(200);
    const [mail] = await mailTo(app, user.email);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    const link = new URL(mail?.headers['list-unsubscribe']?.replace(/[\s<>]/g, '') ?? '');
    const url = link.pathname + link.search;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const click = { method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' } as const;
    expect((await app.http.inject(click)).payload).toContain('No more news from Drumbeat');
    expect((await send(user.id, letter)).status).toBe(403);
    expect((await send(user.id, hello)).status).toBe(200);
    expect((await mailTo(app, user.email)).at(-1)?.headers['list-unsubscribe']).toBeUndefined();
  });

  test('what cannot be sent is refused by field, and nothing is queued', async () => {
    const user = await buildUser(app);
    const own = { templateKey: 'support_message', useTemplateContent: false };
    const title = "There is no variable 'title'. Add it to the variables, or correct its name. (Line 1)";
    const refused: [object, Record<string, string>][] = [
      [
        { templateKey: 'support_message', variables: { text: 'Hi' } },
        { subject: title, html: title, plain: title },
      ],
      [{ templateKey: 'no_such' }, { templateKey: 'There is no such email.' }],
      [own, { subject: 'Write a subject.', html: 'Write a text.' }],
      [
        { ...own, subject: '{{ title }}', html: '{{ title }}' },
        { subject: title, html: title },
      ],
    ];
    for (const [body, fields] of refused) {
      const answer = await send(user.id, body);
      const [message] = Object.values(fields);
      expect(answer, JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { message, data: { fields } },
      });
    }
    expect((await send(999_999, hello)).status).toBe(404);
    expect((await log(user.id)).body.emails).toEqual([]);
  });
});

test('ADM-CUS-28 ADM-CUS-29 the log names each email, newest first, with a masked address unless asked for', async () => {
  const user = await buildUser(app);
  const earlier = new Date(app.clock.now().getTime() - 60_000);
  await app.platform.db.execute(sql`
    insert into emails (user_id, recipient, template_key, status, message_id, queued_at)
    select ${user.id}, ${user.email}, 'verify_email', 'sent', 'log ' || n, ${earlier} from generate_series(1, 26) n`);
  await send(user.id, { ...hello, variables: { title: 'Number 27', text: 'x' } });
  const meta = {
    status: 'queued',
    recipient: `${user.email.slice(0, 1)}***@people.example`,
    subject: null,
    queued_at: app.clock.now().toISOString(),
    failed_tries: 0,
    last_error: null,
  };
  const entry = { id: expect.stringMatching(/^\d+$/), type: 'support_message', sent_at: null, meta };
  expect((await log(user.id)).body.emails[0]).toEqual(entry);
  await mailTo(app, user.email);
  const first = (await log(user.id)).body;
  expect([first.nextPage, first.emails.length]).toEqual([2, 25]);
  expect(first.emails[0]).toEqual({
    ...entry,
    sent_at: app.clock.now().toISOString(),
    meta: { ...meta, status: 'sent', subject: 'Number 27' },
  });
  const rest = (await log(user.id, '?page=2&sensitive=true')).body;
  expect([rest.nextPage, rest.emails.length]).toEqual([null, 2]);
  expect(rest.emails[1]).toMatchObject({ type: 'verify_email', meta: { recipient: user.email } });
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, details from audit_log
      where action = 'admin.sensitive_shown' and target_id = ${String(user.id)}`,
  );
  expect(rows).toEqual([{ actor_user_id: support.id, details: { view: 'emails' } }]);
  expect((await log(999_999)).status).toBe(404);
});
