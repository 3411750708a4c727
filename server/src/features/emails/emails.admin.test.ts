import { emailTemplateKeys } from '@drumbeat/contract/emails/emails.ts';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { findOutgoing } from './sending/find-outgoing.ts';

let app: TestApp;
let admin: BuiltUser;
beforeEach(async () => {
  app = await buildApp({ now: '2026-11-23T09:00:00Z' });
  admin = await buildUser(app, { email: 'grace@staff.example', roles: ['admin'] });
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

const text = { subject: 'Welcome, {{ email }}', html: '<p>Hi {{ email }}, open {{ link }}</p>' };

test('ADM-EML-02 ADM-EML-03 ADM-EML-07 every email of the product is there, and one is found by a part of its name', async () => {
  const templates = await list();
  expect(templates.map((each) => each.template_key)).toEqual([...emailTemplateKeys].sort());
  expect(templates.map((each) => each.template_key)).toEqual(
    expect.arrayContaining([
      'verify_email',
      'password_reset',
      'trial_ending',
      'subscription_canceled',
      'marketing',
      'layout',
    ]),
  );
  expect(templates[0]).toEqual({
    template_key: 'account_deleted',
    locale: 'en',
    subject: 'Your Drumbeat account was deleted',
    is_published: true,
    version: 1,
    published_version: 1,
    updated_at: expect.stringMatching(/^\d{4}-/),
  });
  expect((await list('?q=VERIFY')).map((each) => each.template_key)).toEqual(['verify_email']);
  expect((await list('?q=your%20payment')).map((each) => each.template_key)).toEqual([
    'payment_failed',
    'payment_recovered',
  ]);
  expect(await list('?q=a%25a')).toEqual([]);
  expect((await list('?limit=2')).map((each) => each.template_key)).toEqual([
    'account_deleted',
    'accounts_switched_off',
  ]);
  expect((await call(app, 'GET', `${PATH}?limit=201`, { token: admin.token })).status).toBe(400);
});

test('ADM-EML-04 an email is answered with its texts and variables; an unknown one is not found', async () => {
  const { body } = await get('verify_email');
  expect(body.template).toEqual({
    template_key: 'verify_email',
    locale: 'en',
    subject: 'Verify your email for Drumbeat',
    html: expect.stringContaining('href="{{ link }}"'),
    plain: expect.stringContaining('{{ link }}'),
    variables: ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name })),
    is_published: true,
    version: 1,
    published_version: 1,
    updated_at: expect.any(String),
  });
  const { token } = admin;
  const ask = (method: 'GET' | 'POST', path: string) =>
    call(app, method, `${PATH}/no_such_email/${path}`, { token });
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
  expect([saved.status, saved.body]).toEqual([
    200,
    {
      template: {
        ...text,
        template_key: 'verify_email',
        locale: 'en',
        plain: 'Hi {{ email }}, open {{ link }}',
        variables: ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name })),
        is_published: true,
        version: 2,
        published_version: 2,
        updated_at: '2026-11-23T09:00:00.000Z',
      },
    },
  ]);
  const edited = sql`select edited_at from email_templates where edited_at is not null`;
  expect((await app.platform.db.execute(edited)).rows).toEqual([{ edited_at: '2026-11-23 09:00:00+00' }]);
  const person = await buildUser(app, { verified: false });
  await call(app, 'POST', '/api/auth/resend-verification', { token: person.token });
  const [mail] = await mailTo(app, person.email);
  expect(mail?.subject).toBe(`Welcome, ${person.email}`);
  expect(mail?.html).toContain(`<p>Hi ${person.email}, open http`);
  expect(mail?.text).toContain(`Hi ${person.email}, open http`);
  const { rows } = await app.platform.db.execute(
    sql`select created_at, actor_user_id, target_type, target_id, details from audit_log where action = 'emails.template_saved'`,
  );
  expect(rows).toEqual([
    {
      created_at: '2026-11-23 09:00:00+00',
      target_type: 'email_template',
      actor_user_id: admin.id,
      target_id: 'verify_email/en',
      details: {
        before: { version: 1, isPublished: true },
        after: { version: 2, isPublished: true },
        reason: 'A warmer tone.',
      },
    },
  ]);
});

test('a draft may hold anything and is not sent; the published text stays until a version without faults replaces it', async () => {
  await save('verify_email', text);
  const broken = { ...text, subject: 'Draft', html: '{{ nobody }}' };
  const draft = await save('verify_email', { ...broken, is_published: false });
  expect(draft.body.template).toMatchObject({
    ...broken,
    plain: '{{ nobody }}',
    is_published: false,
    version: 3,
    published_version: 2,
  });
  expect((await list('?q=verify'))[0]).toMatchObject({
    subject: 'Draft',
    is_published: false,
    version: 3,
    published_version: 2,
  });
  expect((await mailOfSignUp())[0]).toMatch(/^Welcome, /);

  const refused = await save('verify_email', broken);
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect((await get('verify_email')).body.template.version).toBe(3);
  // A plain text of staff's own is kept as it is.
  const mended = await save('verify_email', { ...text, subject: 'Mended', plain: 'Open {{ link }}' });
  expect(mended.body.template).toMatchObject({ plain: 'Open {{ link }}', version: 4, published_version: 4 });
  expect(await mailOfSignUp()).toEqual(['Mended']);
});

const endless = '{% for a in (1..90000) %}{% for b in (1..90000) %}{% endfor %}{% endfor %}{{ link }}';

test.each([
  ['a loop without end', { html: endless }, 'html', 'Is there a loop without end?'],
  ['an unknown tag', { html: '{% explode %}{{ link }}' }, 'html', "There is no tag 'explode'. (Line 1)"],
  ['an unknown variable', { subject: 'Hi {{ emial }}' }, 'subject', "There is no variable 'emial'."],
  ['an unknown filter', { plain: '{{ link | explode }}' }, 'plain', "There is no filter 'explode'."],
  ['no link', { html: '<p>Hello</p>' }, 'html', 'The email must show {{ link }}.'],
  [
    'a link that its text loses',
    { html: "<a href='{{ link }}'>Open</a>" },
    'plain',
    'The email must show {{ link }}.',
  ],
  ['no subject', { subject: '  ' }, 'subject', 'An email needs a subject.'],
  ['no text', { plain: ' ' }, 'plain', 'An email needs a text.'],
  ['variables that are no list', { variables: { name: 'a' } }, 'variables', 'Variables must be a JSON array'],
  ['variables without a name', { variables: [{ default: 1 }] }, 'variables.0.name', 'expected string'],
  [
    'a variable that nothing fills in',
    { variables: [{ name: 'nick' }] },
    'variables',
    "'nick' has no value when the email is sent. Give it a default.",
  ],
  ['a locale that is none', { locale: 'English' }, 'locale', 'A locale is two letters'],
  ['too much', { html: 'x'.repeat(100_001) }, 'html', 'at most 100000 characters'],
  ['a version in letters', { version: 'two' }, 'version', 'expected number'],
])('what cannot be sent is not published, and the field is told why: %s', async (_, change, field, words) => {
  const before = (await get('verify_email')).body;
  const refused = await save('verify_email', { ...text, ...change });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  // A plain text that is made from the html is not told to have the html's faults.
  expect(Object.keys(refused.body.data.fields)).toEqual([field]);
  expect(refused.body.data.fields[field]).toContain(words);
  expect((await get('verify_email')).body).toEqual(before);
});

test('a variable of staff has its default when the email is sent', async () => {
  // What every email has needs no default.
  const given = ['email', 'link', 'publicUrl', 'supportEmail'].map((name) => ({ name }));
  const variables = [...given, { name: 'greeting', default: 'Ahoy' }];
  const saved = await save('verify_email', { ...text, subject: '{{ greeting }}!', variables });
  expect(saved.body.template.variables).toEqual(variables);
  expect(await mailOfSignUp()).toEqual(['Ahoy!']);
  // The next version keeps the variables where none are given, and a preview has their defaults.
  const next = await save('verify_email', { ...text, subject: '{{ greeting }}, {{ email }}' });
  expect(next.body.template.variables).toEqual(variables);
  expect((await preview('verify_email')).body.subject).toBe('Ahoy, ada@people.example');
  const values = { greeting: 'Servus', supportEmail: 'us@staff.example' };
  const drawn = (await preview('verify_email', { variables: values })).body;
  expect(drawn.subject).toBe('Servus, ada@people.example');
  expect(drawn.plain).toContain('Questions? Write to us@staff.example.');
});

test('the layout is a template too: it frames each email, and must show what it frames', async () => {
  for (const [html, plain, field, shown] of [
    ['<main>{{ content }}</main>', '{{ content }}', 'html', '{{ content | raw }}'],
    ['<main>{{ content | raw }}</main>', 'Nothing', 'plain', '{{ content }}'],
  ] as const) {
    const refused = await save('layout', { subject: '', html, plain });
    expect(refused.body.data.fields).toEqual({ [field]: `The layout must show ${shown}.` });
  }
  const faulty = await save('layout', { subject: '', html: '{{ body }}', plain: '{{ foot }}' });
  expect(faulty.body.data.fields).toEqual({
    html: "There is no variable 'body'. Add it to the variables, or correct its name. (Line 1)",
    plain: "There is no variable 'foot'. Add it to the variables, or correct its name. (Line 1)",
  });
  const unfilled = { subject: '', html: '{{ content | raw }}', plain: '{{ content }}' };
  expect(
    (await save('layout', { ...unfilled, variables: [{ name: 'content' }, { name: 'foot' }] })).body.data
      .fields,
  ).toEqual({ variables: "'foot' has no value when the email is sent. Give it a default." });
  const framed = {
    subject: '',
    html: '<main class="ours">{{ content | raw }}</main>',
    plain: '{{ content }}\n{{ foot }} {{ publicUrl }} {{ supportEmail }} {{ subject }}',
    variables: [{ name: 'foot', default: 'Ours' }],
  };
  expect((await save('layout', framed)).status).toBe(200);
  const { html, plain } = (await preview('verify_email')).body;
  expect(html).toMatch(/^<main class="ours"><h1/);
  expect(plain.split('\n').at(-1)).toBe(
    `Ours http://localhost:3000 ${app.config.supportEmail} Verify your email for Drumbeat`,
  );
});

test('ADM-EML-06 a preview has examples, takes values and unsaved words, and escapes what it is given', async () => {
  const saved = (await preview('verify_email')).body;
  expect(saved.subject).toBe('Verify your email for Drumbeat');
  expect(saved.html).toContain('Confirm ada@people.example');
  expect(saved.plain).toContain('Confirm ada@people.example so you can');
  const reworded = (await preview('verify_email', { plain: 'Only {{ email }}' })).body;
  expect(reworded.plain).toMatch(/^Only ada@people\.example\n/);
  expect([reworded.subject, reworded.html]).toEqual([saved.subject, saved.html]);
  const html = '<p>{{ email }} {{ nick }}</p>';
  const variables = { email: '<script>alert(1)</script>', nick: '"><img src=x>' };
  const drawn = (await preview('verify_email', { html, subject: 'For {{ email }}', variables })).body;
  expect(drawn.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &#34;&gt;&lt;img src=x&gt;');
  expect(drawn.html).not.toContain('<script');
  expect(drawn.plain).toMatch(/^<script>alert\(1\)<\/script> "><img src=x>\n/);
  expect(drawn.subject).toBe('For <script>alert(1)</script>');
  const refused = await preview('verify_email', { html: endless, subject: '{% x %}' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(Object.keys(refused.body.data.fields)).toEqual(['subject', 'html']);
  const faulty = await preview('verify_email', { html: '{{ nobody }}', plain: '{{ nothing }}' });
  expect(faulty.body.data.fields).toEqual({
    html: "There is no variable 'nobody'. Add it to the variables, or correct its name. (Line 1)",
    plain: "There is no variable 'nothing'. Add it to the variables, or correct its name. (Line 1)",
  });
  const frame = (await preview('layout')).body;
  expect(frame.subject).toBe('The subject of the email');
  expect(frame.html).toContain('<p>The text of the email.</p>');
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
  expect(mails[0]?.headers).toMatchObject({
    'reply-to': app.config.supportEmail,
    'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@localhost>$/),
  });
  expect(mails[0]?.html).toContain('Confirm you@people.example so you can');
  expect(mails[0]?.text).toMatch(/^Verify your email\n\nConfirm you@people\.example so you can/);
  const audit = sql`select created_at, actor_user_id, target_type, target_id, details from audit_log where action = 'emails.test_sent'`;
  expect((await app.platform.db.execute(audit)).rows).toEqual([
    {
      created_at: '2026-11-23 09:00:00+00',
      actor_user_id: admin.id,
      target_type: 'email_template',
      target_id: 'verify_email',
      details: { locale: 'en' },
    },
  ]);
  const faulty = await call(app, 'POST', path, { token: admin.token, body: { html: '{{ nobody }}' } });
  expect(faulty.status).toBe(400);
  expect(await mailTo(app, admin.email)).toHaveLength(1);
});

test('a locale has texts of its own, else those of the default one', async () => {
  const german = { ...text, subject: 'Willkommen', locale: 'de' };
  expect((await get('verify_email', '?locale=de')).body.template.locale).toBe('en');
  const variables = ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name }));
  expect((await save('verify_email', german)).body.template).toMatchObject({
    locale: 'de',
    variables,
    version: 1,
    published_version: 1,
  });
  expect((await preview('verify_email', { locale: 'de' })).body.subject).toBe('Willkommen');
  expect((await preview('verify_email', { locale: 'fr' })).body.subject).toBe(
    'Verify your email for Drumbeat',
  );
  expect((await get('verify_email', '?locale=de')).body.template.subject).toBe('Willkommen');
  expect((await get('verify_email')).body.template.subject).toBe('Verify your email for Drumbeat');
  expect((await list('?q=verify')).map(({ locale }) => locale)).toEqual(['de', 'en']);
});

test('the text of a locale is withdrawn: the default one is sent again, its versions stay, and publishing ends it', async () => {
  const withdraw = (body?: object) =>
    call<{ template: Template } & Refusal>(app, 'POST', `${PATH}/verify_email/withdraw`, {
      token: admin.token,
      ...(body ? { body } : {}),
    });
  const subjectIn = async (locale: string) =>
    (await findOutgoing(app.platform.db, ['verify_email'], locale)).verify_email.subject;
  const german = { ...text, subject: 'Willkommen', locale: 'de' };
  await save('verify_email', german);
  expect(await subjectIn('de')).toBe('Willkommen');
  const withdrawn = await withdraw({ locale: 'de', version: 1, reason: 'It was rude.' });
  expect(withdrawn.body.template).toEqual({
    template_key: 'verify_email',
    locale: 'de',
    subject: 'Willkommen',
    html: text.html,
    plain: 'Hi {{ email }}, open {{ link }}',
    variables: ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name })),
    is_published: false,
    version: 2,
    published_version: null,
    updated_at: '2026-11-23T09:00:00.000Z',
  });
  expect(await subjectIn('de')).toBe('Verify your email for Drumbeat');
  const { rows } = await app.platform.db.execute(
    sql`select created_at, actor_user_id, target_type, target_id, details from audit_log where action = 'emails.template_withdrawn'`,
  );
  expect(rows).toEqual([
    {
      created_at: '2026-11-23 09:00:00+00',
      actor_user_id: admin.id,
      target_type: 'email_template',
      target_id: 'verify_email/de',
      details: { before: { published: 1 }, after: { published: null }, reason: 'It was rude.' },
    },
  ]);
  expect(await withdraw({ locale: 'de' })).toMatchObject({
    status: 400,
    body: { message: 'No version is published, so there is nothing to withdraw.' },
  });
  expect(await withdraw({ locale: 'fr' })).toMatchObject({
    status: 404,
    body: { message: "The email 'verify_email' has no text in 'fr'." },
  });
  expect(await withdraw()).toMatchObject({
    status: 400,
    body: {
      message: 'The other locales fall back to this email, so it cannot be withdrawn. Change it instead.',
    },
  });
  const stale = await withdraw({ locale: 'de', version: 1 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
  expect((await save('verify_email', { ...german, version: 2 })).status).toBe(200);
  expect(await subjectIn('de')).toBe('Willkommen');
});

test('versions are kept and one is brought back; of two who save the second is told', async () => {
  const { body: first } = await get('verify_email');
  await save('verify_email', { ...text, version: 1, reason: 'Warmer.' });
  const stale = await save('verify_email', { ...text, subject: 'Mine', version: 1 });
  expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
  expect(stale.body.message).toContain('g***@staff.example saved version 2');
  const { versions } = (
    await call<{ versions: { version: number; content: object }[] }>(
      app,
      'GET',
      `${PATH}/verify_email/versions`,
      { token: admin.token },
    )
  ).body;
  const { subject, html, plain, variables } = first.template;
  expect(versions).toEqual([
    {
      version: 2,
      is_published: true,
      is_withdrawal: false,
      saved_at: '2026-11-23T09:00:00.000Z',
      saved_by: 'g***@staff.example',
      reason: 'Warmer.',
      content: { ...text, plain: 'Hi {{ email }}, open {{ link }}', variables },
    },
    {
      version: 1,
      is_published: true,
      is_withdrawal: false,
      saved_at: expect.any(String),
      saved_by: null,
      reason: null,
      content: { subject, html, plain, variables },
    },
  ]);
  expect((await save('verify_email', { ...versions[1]?.content, version: 2 })).body.template).toMatchObject({
    version: 3,
    subject: first.template.subject,
    html: first.template.html,
    plain: first.template.plain,
  });
});
