import { emailTemplateKeys } from '@drumbeat/contract/emails/emails.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { findOutgoing } from './check-template.ts';
import { seedTemplates } from './seed-templates.ts';

let app: TestApp;
let admin: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
  admin = await buildUser(app, { email: 'grace@staff.example', roles: ['admin'] });
});
afterAll(() => app.close());
/** Each test begins with the built-in texts. */
beforeEach(async () => {
  const { db } = app.platform;
  await db.execute(sql`truncate email_templates`);
  await db.execute(sql`delete from saved_versions where subject_type = 'email_template'`);
  await seedTemplates(db);
});

type Template = {
  template_key: string;
  locale: string;
  subject: string;
  html: string;
  plain: string;
  variables: { name: string; default?: unknown }[];
  is_published: boolean;
  version: number;
  published_version: number | null;
};
type Refusal = { code: string; message: string; data: { fields: Record<string, string> } };
const PATH = '/api/admin/email-templates';

const get = (key: string, query = '') =>
  call<{ template: Template } & Refusal>(app, 'GET', `${PATH}/${key}${query}`, { token: admin.token });
const list = async (query = '') =>
  (await call<{ templates: Template[] }>(app, 'GET', `${PATH}${query}`, { token: admin.token })).body
    .templates;
const save = (key: string, body: object) =>
  call<{ template: Template } & Refusal>(app, 'PUT', `${PATH}/${key}`, { token: admin.token, body });
const preview = (key: string, body?: object) =>
  call<{ subject: string; html: string; plain: string } & Refusal>(app, 'POST', `${PATH}/${key}/preview`, {
    token: admin.token,
    ...(body ? { body } : {}),
  });

/** What somebody receives who asks for a new link. */
async function mailOfSignUp(): Promise<string[]> {
  const person = await buildUser(app, { verified: false });
  await call(app, 'POST', '/api/auth/resend-verification', { token: person.token });
  return (await mailTo(app, person.email)).map(({ subject }) => subject);
}

async function lastEntry(action: string): Promise<unknown> {
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, target_id, details from audit_log where action = ${action} order by id desc limit 1`,
  );
  return rows[0];
}

const text = { subject: 'Welcome, {{ email }}', html: '<p>Hi {{ email }}, open {{ link }}</p>' };
/** The variables of the built-in `verify_email`. */
const variables = ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name }));

test('ADM-EML-02 ADM-EML-03 ADM-EML-07 every email of the product is listed, and found by a part of its name or subject', async () => {
  const keysOf = async (query = '') => (await list(query)).map((each) => each.template_key);
  expect(await keysOf()).toEqual([...emailTemplateKeys].sort());
  expect(await keysOf()).toEqual(
    expect.arrayContaining([
      'verify_email',
      'password_reset',
      'trial_ending',
      'subscription_canceled',
      'marketing',
      'layout',
    ]),
  );
  expect((await list())[0]).toEqual({
    template_key: 'account_deleted',
    locale: 'en',
    subject: 'Your Drumbeat account was deleted',
    is_published: true,
    version: 1,
    published_version: 1,
    updated_at: expect.stringMatching(/^\d{4}-/),
  });
  expect(await keysOf('?q=VERIFY')).toEqual(['verify_email']);
  expect(await keysOf('?q=your%20payment')).toEqual(['payment_failed', 'payment_recovered']);
  expect(await keysOf('?q=a%25a')).toEqual([]);
  expect(await keysOf('?limit=2')).toEqual(['account_deleted', 'accounts_switched_off']);
});

test('ADM-EML-04 an email is answered with its texts and variables; an unknown one is not found', async () => {
  expect((await get('verify_email')).body.template).toMatchObject({
    subject: 'Verify your email for Drumbeat',
    html: expect.stringContaining('href="{{ link }}"'),
    plain: expect.stringContaining('{{ link }}'),
    variables,
  });
  const ask = (method: 'GET' | 'POST', path: string) =>
    call(app, method, `${PATH}/no_such_email/${path}`, { token: admin.token });
  for (const answer of [
    await get('no_such_email'),
    await save('no_such_email', text),
    await preview('no_such_email'),
    await ask('POST', 'test-send'),
    await ask('POST', 'withdraw'),
    await ask('GET', 'versions'),
  ])
    expect(answer).toMatchObject({ status: 404, body: { message: "There is no email 'no_such_email'." } });
});

test('ADM-EML-05 what is saved goes out, its plain text is made where none is given, and its record says why', async () => {
  const saved = await save('verify_email', { ...text, version: 1, reason: 'A warmer tone.' });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      template: {
        ...text,
        plain: 'Hi {{ email }}, open {{ link }}',
        variables,
        is_published: true,
        version: 2,
        published_version: 2,
      },
    },
  });
  const person = await buildUser(app, { verified: false });
  await call(app, 'POST', '/api/auth/resend-verification', { token: person.token });
  const [mail] = await mailTo(app, person.email);
  expect(mail?.subject).toBe(`Welcome, ${person.email}`);
  expect(mail?.html).toContain(`<p>Hi ${person.email}, open http`);
  expect(mail?.text).toContain(`Hi ${person.email}, open http`);
  expect(await lastEntry('emails.template_saved')).toEqual({
    actor_user_id: admin.id,
    target_id: 'verify_email/en',
    details: {
      before: { version: 1, isPublished: true },
      after: { version: 2, isPublished: true },
      reason: 'A warmer tone.',
    },
  });
});

test('a draft may hold anything and is not sent; the published text stays until a version without faults replaces it', async () => {
  await save('verify_email', text);
  const broken = { ...text, subject: 'Draft', html: '{{ nobody }}' };
  const draft = await save('verify_email', { ...broken, is_published: false });
  const state = { is_published: false, version: 3, published_version: 2 };
  expect(draft.body.template).toMatchObject({ ...broken, ...state });
  expect((await list('?q=verify'))[0]).toMatchObject({ subject: 'Draft', ...state });
  expect((await mailOfSignUp())[0]).toMatch(/^Welcome, /);

  expect((await save('verify_email', broken)).status).toBe(400);
  expect((await get('verify_email')).body.template.version).toBe(3);
  // A plain text that staff give is kept as it is.
  const mended = await save('verify_email', { ...text, subject: 'Mended', plain: 'Open {{ link }}' });
  expect(mended.body.template).toMatchObject({ plain: 'Open {{ link }}', version: 4, published_version: 4 });
  expect(await mailOfSignUp()).toEqual(['Mended']);
});

test.each([
  ['an unknown tag', { html: '{% explode %}{{ link }}' }, 'html', "There is no tag 'explode'. (Line 1)"],
  ['an unknown variable', { subject: 'Hi {{ emial }}' }, 'subject', "There is no variable 'emial'."],
  ['an unknown filter', { plain: '{{ link | explode }}' }, 'plain', "There is no filter 'explode'."],
  ['no link', { html: '<p>Hello</p>' }, 'html', 'The email must show {{ link }}.'],
  [
    'a variable without a value',
    { variables: [{ name: 'nick' }] },
    'variables',
    "'nick' has no value when the email is sent. Give it a default.",
  ],
])('a text with %s is not published, and the field says why', async (_, change, field, words) => {
  const before = (await get('verify_email')).body;
  const refused = await save('verify_email', { ...text, ...change });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  // A plain text that is made from the html does not repeat the faults of the html.
  expect(Object.keys(refused.body.data.fields)).toEqual([field]);
  expect(refused.body.data.fields[field]).toContain(words);
  expect((await get('verify_email')).body).toEqual(before);
});

test('a variable that staff add has its default when the email is sent', async () => {
  const own = [...variables, { name: 'greeting', default: 'Ahoy' }];
  const saved = await save('verify_email', { ...text, subject: '{{ greeting }}!', variables: own });
  expect(saved.body.template.variables).toEqual(own);
  expect(await mailOfSignUp()).toEqual(['Ahoy!']);
  // The next version keeps the variables where none are given, and a preview has their defaults.
  await save('verify_email', { ...text, subject: '{{ greeting }}, {{ email }}' });
  expect((await preview('verify_email')).body.subject).toBe('Ahoy, ada@people.example');
  const given = { variables: { greeting: 'Servus' } };
  expect((await preview('verify_email', given)).body.subject).toBe('Servus, ada@people.example');
});

test('the layout is a template too: it frames each email, and must show what it frames', async () => {
  const frame = { subject: '', html: '<main>{{ content | raw }}</main>', plain: '{{ content }}' };
  for (const [change, fields] of [
    [{ html: '<main>{{ content }}</main>' }, { html: 'The layout must show {{ content | raw }}.' }],
    [{ plain: 'Nothing' }, { plain: 'The layout must show {{ content }}.' }],
    [
      { variables: [{ name: 'content' }, { name: 'foot' }] },
      { variables: "'foot' has no value when the email is sent. Give it a default." },
    ],
  ] as const)
    expect((await save('layout', { ...frame, ...change })).body.data.fields).toEqual(fields);
  const plain = '{{ content }}\n{{ foot }} {{ publicUrl }} {{ supportEmail }} {{ subject }}';
  const foot = [{ name: 'foot', default: 'Ours' }];
  expect((await save('layout', { ...frame, plain, variables: foot })).status).toBe(200);
  const framed = (await preview('verify_email')).body;
  expect(framed.html).toMatch(/^<main><h1/);
  expect(framed.plain.split('\n').at(-1)).toBe(
    `Ours http://localhost:3000 ${app.config.supportEmail} Verify your email for Drumbeat`,
  );
});

test('ADM-EML-06 a preview has examples, takes values and unsaved words, and escapes what it is given', async () => {
  const saved = (await preview('verify_email')).body;
  expect(saved.subject).toBe('Verify your email for Drumbeat');
  expect(saved.html).toContain('Confirm ada@people.example');
  const reworded = (await preview('verify_email', { plain: 'Only {{ email }}' })).body;
  expect(reworded.plain).toMatch(/^Only ada@people\.example\n/);
  expect([reworded.subject, reworded.html]).toEqual([saved.subject, saved.html]);
  const html = '<p>{{ email }} {{ nick }}</p>';
  const values = { email: '<script>alert(1)</script>', nick: '"><img src=x>' };
  const drawn = (await preview('verify_email', { html, subject: 'For {{ email }}', variables: values })).body;
  expect(drawn.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &#34;&gt;&lt;img src=x&gt;');
  expect(drawn.html).not.toContain('<script');
  expect(drawn.plain).toMatch(/^<script>alert\(1\)<\/script> "><img src=x>\n/);
  expect(drawn.subject).toBe('For <script>alert(1)</script>');
  const refused = await preview('verify_email', { html: '{{ nobody }}', subject: '{% x %}' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(Object.keys(refused.body.data.fields)).toEqual(['subject', 'html']);
  const frame = (await preview('layout')).body;
  expect(frame.html).toContain('<title>The subject of the email</title>');
  expect(frame.plain).toMatch(/^The text of the email\.\n\n--\n/);
  // Nothing was saved.
  expect((await get('verify_email')).body.template.version).toBe(1);
});

test('a test goes to the member of staff alone, with the words that are not saved yet', async () => {
  const path = `${PATH}/verify_email/test-send`;
  const body = { subject: 'Try {{ email }}', variables: { email: 'you@people.example' } };
  const sent = await call(app, 'POST', path, { token: admin.token, body });
  expect(sent).toMatchObject({ status: 200, body: { message: 'Sent to grace@staff.example.' } });
  const mails = await mailTo(app, admin.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Test: Try you@people.example']);
  expect(mails[0]?.headers).toMatchObject({ 'reply-to': app.config.supportEmail });
  expect(mails[0]?.html).toContain('Confirm you@people.example so you can');
  const entry = { actor_user_id: admin.id, target_id: 'verify_email', details: { locale: 'en' } };
  expect(await lastEntry('emails.test_sent')).toEqual(entry);
  const faulty = await call(app, 'POST', path, { token: admin.token, body: { html: '{{ nobody }}' } });
  expect(faulty.status).toBe(400);
  expect(await mailTo(app, admin.email)).toHaveLength(1);
});

test('the text of a locale is withdrawn: the default one is sent again, until it is published again', async () => {
  const withdraw = (body: object = {}) =>
    call<{ template: Template } & Refusal>(app, 'POST', `${PATH}/verify_email/withdraw`, {
      token: admin.token,
      body,
    });
  const subjectIn = async (locale: string) =>
    (await findOutgoing(app.platform.db, ['verify_email'], locale)).verify_email.subject;
  const german = { ...text, subject: 'Willkommen', locale: 'de' };
  await save('verify_email', german);
  expect(await subjectIn('de')).toBe('Willkommen');
  const withdrawn = await withdraw({ locale: 'de', version: 1, reason: 'It was rude.' });
  const state = { subject: 'Willkommen', is_published: false, version: 2, published_version: null };
  expect(withdrawn.body.template).toMatchObject(state);
  expect(await subjectIn('de')).toBe('Verify your email for Drumbeat');
  expect(await lastEntry('emails.template_withdrawn')).toEqual({
    actor_user_id: admin.id,
    target_id: 'verify_email/de',
    details: { before: { published: 1 }, after: { published: null }, reason: 'It was rude.' },
  });
  for (const [body, status, message] of [
    [{ locale: 'de' }, 400, 'No version is published, so there is nothing to withdraw.'],
    [{ locale: 'fr' }, 404, "The email 'verify_email' has no text in 'fr'."],
    [{}, 400, 'The other locales fall back to this email, so it cannot be withdrawn. Change it instead.'],
  ] as const)
    expect(await withdraw(body)).toMatchObject({ status, body: { message } });
  expect((await withdraw({ locale: 'de', version: 1 })).body.code).toBe('STALE_VERSION');
  expect((await save('verify_email', { ...german, version: 2 })).status).toBe(200);
  expect(await subjectIn('de')).toBe('Willkommen');
});
