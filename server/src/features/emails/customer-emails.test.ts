import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { selectTold } from '../../platform/person-changes.ts';
import { listEmailEvents } from './emails.queries.ts';

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

test('the audit log has the subject that was sent, on one line', async () => {
  const user = await buildUser(app);
  const sent = await send(user.id, { ...hello, variables: { title: ' Your \n posts ', text: 'They wait.' } });
  const { rows } = await app.platform.db.execute(
    sql`select details->'after'->>'subject' as subject from audit_log
      where action = 'emails.sent_by_staff' and target_id = ${String(user.id)}`,
  );
  expect([sent.body.content.subject, rows]).toEqual(['Your posts', [{ subject: 'Your posts' }]]);
});

describe('ADM-CUS-30 ADM-CON-35 an email of staff to a customer', () => {
  test('goes out as the template has it, values escaped, on record with its reason', async () => {
    const user = await buildUser(app);
    const sent = await send(user.id, { ...hello, reason: 'They asked' });
    const emailId = Number(sent.body.email_id);
    expect(sent).toMatchObject({
      status: 200,
      body: {
        message: 'The email is on its way.',
        email_id: expect.stringMatching(/^\d+$/),
        content: { subject: 'Your posts', html: expect.any(String) },
      },
    });
    const row = async () =>
      (await app.platform.db.execute(sql`select * from emails where id = ${emailId}`)).rows[0];
    const queued = {
      id: emailId,
      user_id: user.id,
      recipient: user.email,
      template_key: 'support_message',
      status: 'queued',
      sealed_variables: expect.any(String),
      sealed_content: expect.any(String),
      request_key: null,
      message_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subject: null,
      attempts: 0,
      claimed_until: null,
      last_error: null,
      queued_at: '2026-11-23 09:00:00+00',
      sent_at: null,
    };
    expect(await row()).toEqual(queued);
    app.clock.advance(1_000);
    const [mail] = await mailTo(app, user.email);
    expect(mail?.subject).toBe('Your posts');
    expect(mail?.html.trim()).toBe(sent.body.content.html.trim());
    expect(mail?.html).toContain('They &lt;b&gt;wait&lt;/b&gt;.');
    expect(mail?.text).toContain('They <b>wait</b>.');
    const { rows } = await app.platform.db.execute(
      sql`select created_at, actor_user_id, target_type, details from audit_log
        where action = 'emails.sent_by_staff' and target_id = ${String(user.id)}`,
    );
    expect(rows).toEqual([
      {
        created_at: queued.queued_at,
        actor_user_id: support.id,
        target_type: 'user',
        details: {
          emailId,
          before: null,
          after: { templateKey: 'support_message', subject: 'Your posts' },
          reason: 'They asked',
        },
      },
    ]);
    expect(await row()).toEqual({
      ...queued,
      status: 'sent',
      subject: 'Your posts',
      sealed_variables: null,
      sealed_content: null,
      sent_at: '2026-11-23 09:00:01+00',
    });
  });

  test('goes out with words of its own, without scripts, forms and frames', async () => {
    const user = await buildUser(app);
    const html =
      '<p onclick="x()">Hello {{ email }}</p><script>alert(1)</script><iframe src="https://x.example"></iframe>' +
      '<a href="javascript:alert(1)">here</a><form action="/"><input name="a"></form><a href="https://help.example">help</a>' +
      '<img src="https://help.example/a.png" alt="A" width="10" height="5" onerror="x()">' +
      '<table role="presentation" width="9"><tr><td colspan="2" align="left" style="color:#ff0000;position:fixed">b</td></tr></table>';
    const given = { templateKey: 'support_message', useTemplateContent: false, html };
    const sent = await send(user.id, { ...given, subject: 'About {{ name }}', variables: { name: '<you>' } });
    expect(sent.status).toBe(200);
    const [mail] = await mailTo(app, user.email);
    expect(mail?.subject).toBe('About <you>');
    expect(mail?.html).toContain(`<p>Hello ${user.email}</p>`);
    expect(mail?.html).toContain('<a href="https://help.example">help</a>');
    expect(mail?.html).toContain('<img src="https://help.example/a.png" alt="A" width="10" height="5" />');
    expect(mail?.html).toContain(
      '<table role="presentation" width="9"><tr><td colspan="2" align="left" style="color:#ff0000">b</td></tr></table>',
    );
    expect(mail?.html).not.toMatch(/<script|<iframe|<form|<input|javascript:|onclick|onerror|position/i);
    expect(mail?.text.slice(0, mail.text.indexOf('\n--\n'))).toBe(
      `Hello ${user.email}\nherehttps://help.example helpb\n`,
    );
  });

  test.each([
    [
      'sizes, colours and spaces that mail programs show stay',
      '<p style="color:red;background-color:#0f0;text-align:center;font-size:12px;line-height:20px;font-weight:600;margin:0 4px;padding:8px">a</p>',
      '<p style="color:red;background-color:#0f0;text-align:center;font-size:12px;line-height:20px;font-weight:600;margin:0 4px;padding:8px">a</p>',
    ],
    [
      'other styles, and values that are none, go',
      '<p style="color:url(x);background-color:url(x);text-align:justify;font-size:2em;line-height:2;font-weight:lighter;margin:-4px;padding:calc(1px);float:left">a</p>',
      '<p>a</p>',
    ],
    [
      'the shape of a table stays',
      '<table role="presentation" width="9" cellpadding="1" cellspacing="2" border="3"><tr><td colspan="2" rowspan="3" valign="top" width="4" height="5">a</td></tr></table>',
      '<table role="presentation" width="9" cellpadding="1" cellspacing="2"><tr><td colspan="2" rowspan="3" valign="top" width="4">a</td></tr></table>',
    ],
    [
      'links lead to pages and mailboxes alone',
      '<a href="http://a.example" target="_blank">a</a><a href="mailto:b@b.example">b</a><a href="ftp://c.example">c</a>',
      '<a href="http://a.example">a</a><a href="mailto:b@b.example">b</a><a>c</a>',
    ],
    [
      'the address is theirs unless another is given, and ours are always ours',
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
    const user = await buildUser(app);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(user.id, { ...hello, key })));
    expect(new Set(answers.map(({ body }) => body.email_id)).size).toBe(1);
    const preview = await send(user.id, { ...hello, preview: true });
    expect(preview.body).toEqual({
      message: 'Nothing was sent.',
      email_id: null,
      content: { subject: 'Your posts', html: expect.any(String) },
    });
    expect(preview.body.content.html).toContain('They &lt;b&gt;wait&lt;/b&gt;.');
    expect(await mailTo(app, user.email)).toHaveLength(1);
    // The key is the customer's: another one gets an email of their own.
    const other = await buildUser(app);
    const theirs = await send(other.id, { ...hello, key });
    expect(theirs.body.email_id).not.toBe(answers[0]?.body.email_id);
    expect(await mailTo(app, other.email)).toHaveLength(1);
  });

  test('goes out in the words and the frame of the locale that is asked for', async () => {
    const admin = await buildUser(app, { roles: ['admin'] });
    const save = (key: string, body: object) =>
      call(app, 'PUT', `/api/admin/email-templates/${key}`, { token: admin.token, body });
    const german = { subject: 'Betrifft: {{ title }}', html: '<p>Hallo, {{ text }}</p>', locale: 'de' };
    expect((await save('support_message', german)).status).toBe(200);
    const frame = { subject: '', html: '<main>{{ content | raw }}</main>', plain: '{{ content }}' };
    expect((await save('layout', { ...frame, locale: 'de' })).status).toBe(200);
    const user = await buildUser(app);
    const shown = (await send(user.id, { ...hello, preview: true, locale: 'de' })).body.content;
    expect(shown).toEqual({
      subject: 'Betrifft: Your posts',
      html: '<main><p>Hallo, They &lt;b&gt;wait&lt;/b&gt;.</p></main>',
    });
    expect((await send(user.id, { ...hello, preview: true })).body.content.subject).toBe('Your posts');
  });

  test('ADM-EML-07 marketing goes to nobody who has not agreed', async () => {
    const user = await buildUser(app);
    const letter = {
      templateKey: 'marketing',
      variables: { title: 'New', text: 'Look', link: 'https://x.example' },
    };
    expect(await send(user.id, letter)).toMatchObject({
      status: 403,
      body: { message: 'This customer has not agreed to marketing email.' },
    });
    await call(app, 'PATCH', '/api/user/preferences', { token: user.token, body: { emailConsent: true } });
    expect((await send(user.id, letter)).status).toBe(200);
    expect(await mailTo(app, user.email)).toHaveLength(1);
  });

  test('SET-16 marketing ends with one click of the mail program, and nothing else does', async () => {
    const user = await buildUser(app);
    await call(app, 'PATCH', '/api/user/preferences', {
      token: user.token,
      body: { emailConsent: true, weeklySummary: true },
    });
    const letter = {
      templateKey: 'marketing',
      variables: { title: 'New', text: 'Look', link: 'https://x.example' },
    };
    expect((await send(user.id, letter)).status).toBe(200);
    const [mail] = await mailTo(app, user.email);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    const link = new URL(mail?.headers['list-unsubscribe']?.replace(/[\s<>]/g, '') ?? '');
    const url = link.pathname + link.search;
    const choices = async () => (await call<object>(app, 'GET', '/api/user', { token: user.token })).body;
    // Opening it only asks: a mail program may do that by itself.
    expect((await app.http.inject({ url })).payload).toContain('Stop news from Drumbeat?');
    expect(await choices()).toMatchObject({ emailConsent: true });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    const since = app.clock.now();
    for (const _ of [1, 2])
      expect((await app.http.inject({ method: 'POST', url, headers, payload })).payload).toContain(
        'No more news from Drumbeat',
      );
    expect(await choices()).toMatchObject({ emailConsent: false, weeklySummary: true });
    expect(await selectTold(app.platform.db, user.id, since)).toEqual(['settings_changed']);
    const { rows } = await app.platform.db.execute(
      sql`select details from audit_log where action = 'users.preferences_changed' and target_id = ${String(user.id)} order by id offset 1`,
    );
    expect(rows).toEqual([{ details: { emailConsent: false, by: 'link' } }]);
    expect((await send(user.id, letter)).status).toBe(403);
    expect((await send(user.id, hello)).status).toBe(200);
    expect((await mailTo(app, user.email)).at(-1)?.headers['list-unsubscribe']).toBeUndefined();
  });

  test('what cannot be sent is told by field, and nothing is queued', async () => {
    const user = await buildUser(app);
    const own = { templateKey: 'support_message', useTemplateContent: false };
    const endless =
      'The template takes too long, or makes too much text. Is there a loop without end? (Line 1)';
    const title = "There is no variable 'title'. Add it to the variables, or correct its name. (Line 1)";
    const refused: [object, Record<string, string>][] = [
      [
        { templateKey: 'support_message', variables: { text: 'Hi' } },
        { subject: title, html: title, plain: title },
      ],
      [{ templateKey: 'no_such' }, { templateKey: 'There is no such email.' }],
      [own, { subject: 'Write a subject.', html: 'Write a text.' }],
      [{ ...own, subject: 'Hello', html: ' \n' }, { html: 'Write a text.' }],
      [
        { ...own, subject: 'Hello', html: '{% if %}' },
        { html: 'This is not a template: invalid value expression: "". (Line 1)' },
      ],
      [
        { ...own, subject: '{{ title }}', html: '{% for i in (1..100000000) %}x{% endfor %}' },
        { subject: title, html: endless },
      ],
    ];
    for (const [body, fields] of refused) {
      const answer = await send(user.id, body);
      const [message] = Object.values(fields);
      expect([answer.status, answer.body.message, answer.body.data], JSON.stringify(body)).toEqual([
        400,
        message,
        { fields },
      ]);
    }
    expect((await send(999_999, hello)).status).toBe(404);
    expect((await log(user.id)).body.emails).toEqual([]);
  });
});

test('ADM-CUS-28 ADM-CUS-29 the log names each email, newest first, with a masked address unless asked for', async () => {
  const user = await buildUser(app);
  for (let n = 1; n < 28; n += 1) {
    await send(user.id, { ...hello, variables: { title: `Number ${n}`, text: 'x' } });
    // The last two are queued at the same moment.
    if (n < 26) app.clock.advance(1_000);
    if (n === 25) expect((await log(user.id)).body.nextPage).toBeNull();
  }
  const queued = await log(user.id);
  const queuedAt = app.clock.now().toISOString();
  expect(queued.body.emails[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    type: 'support_message',
    sent_at: null,
    meta: {
      status: 'queued',
      recipient: `${user.email.slice(0, 1)}***@people.example`,
      subject: null,
      queued_at: queuedAt,
      failed_tries: 0,
      last_error: null,
    },
  });
  app.clock.advance(1_000);
  await mailTo(app, user.email);
  const first = await log(user.id);
  expect(first.body.nextPage).toBe(2);
  expect(first.body.emails).toHaveLength(25);
  expect(first.body.emails[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    type: 'support_message',
    sent_at: app.clock.now().toISOString(),
    meta: {
      status: 'sent',
      recipient: `${user.email.slice(0, 1)}***@people.example`,
      subject: 'Number 27',
      queued_at: queuedAt,
      failed_tries: 0,
      last_error: null,
    },
  });
  expect(first.body.emails[1]).toMatchObject({ meta: { subject: 'Number 26', queued_at: queuedAt } });
  const rest = await log(user.id, '?page=2&sensitive=true');
  expect(rest.body).toMatchObject({ nextPage: null });
  expect(rest.body.emails).toHaveLength(2);
  expect(rest.body.emails[1]).toMatchObject({ meta: { recipient: user.email, subject: 'Number 1' } });
  const { rows } = await app.platform.db.execute(
    sql`select created_at = ${app.clock.now()} as is_now, actor_user_id, target_type, details from audit_log
      where action = 'admin.sensitive_shown' and target_id = ${String(user.id)}`,
  );
  expect(rows).toEqual([
    {
      is_now: true,
      actor_user_id: support.id,
      target_type: 'user',
      details: { view: 'emails' },
    },
  ]);
  expect((await log(999_999)).status).toBe(404);
});

test('why an email was not sent is in the log and in the timeline, its address masked unless asked for', async () => {
  const user = await buildUser(app);
  const { body } = await send(user.id, hello);
  const error = `No mailbox of ${user.email}`;
  await app.platform.db.execute(
    sql`update emails set status = 'failed', last_error = ${error}, attempts = 10 where id = ${Number(body.email_id)}`,
  );
  const masked = `No mailbox of ${user.email.slice(0, 1)}***@people.example`;
  expect((await log(user.id)).body.emails).toMatchObject([
    { meta: { status: 'failed', failed_tries: 10, last_error: masked } },
  ]);
  expect((await log(user.id, '?sensitive=true')).body.emails).toMatchObject([
    { meta: { last_error: error } },
  ]);
  const at = app.clock.now();
  const page = { before: at, atMoment: 'all', limit: 5 } as const;
  const { db } = app.platform;
  const failed = {
    id: body.email_id,
    at,
    action: 'email.failed',
    details: { type: 'support_message', subject: null, to: user.email, sentAt: null, error },
  };
  expect(await listEmailEvents(db, user.id, page)).toEqual([failed]);
  // A page of the timeline ends within a moment, and goes on there.
  const twin = (await send(user.id, hello)).body.email_id;
  app.clock.advance(1_000);
  await mailTo(app, user.email);
  const later = (await send(user.id, hello)).body.email_id;
  const idsOn = async (asked: Parameters<typeof listEmailEvents>[2]) =>
    (await listEmailEvents(db, user.id, asked)).map(({ id }) => id);
  expect(await listEmailEvents(db, user.id, { ...page, limit: 1 })).toEqual([
    {
      id: twin,
      at,
      action: 'email.sent',
      details: {
        type: 'support_message',
        subject: 'Your posts',
        to: user.email,
        sentAt: app.clock.now().toISOString(),
        error: null,
      },
    },
  ]);
  expect(await idsOn({ ...page, atMoment: { belowId: String(twin) } })).toEqual([body.email_id]);
  expect(await idsOn({ ...page, atMoment: 'none' })).toEqual([]);
  expect(await idsOn({ ...page, before: app.clock.now() })).toEqual([later, twin, body.email_id]);
});
