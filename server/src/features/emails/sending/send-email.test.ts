import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { type Mail, MailError } from '../../../providers/mail/mail.ts';
import { createMailer } from '../../../providers/mail/smtp.ts';
import type { SendEmailDeps } from '../emails.deps.ts';
import { deleteEmails } from '../emails.queries.ts';
import { queueEmail } from './queue-email.ts';
import { renderEmail } from './render-email.ts';
import { CLAIM_MS, sendEmail } from './send-email.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
});

afterAll(() => app.close());

async function queueFor(person: BuiltUser): Promise<number> {
  const template = 'verify_email';
  const link = 'http://localhost:3000/verify-email?token=sesame';
  const variables = { email: person.email, link, when: 'today', device: 'Chrome', disown: link };
  await inTransaction(app.platform.db, (tx) =>
    queueEmail(app.platform, tx, { userId: person.id, to: person.email, template, variables }),
  );
  return Number((await rowOf(person)).id);
}

async function rowOf(person: BuiltUser): Promise<Record<string, unknown>> {
  const { rows } = await app.platform.db.execute(
    sql`select * from emails where user_id = ${person.id} order by id desc limit 1`,
  );
  return rows[0] ?? {};
}

function depsWith(mailer: SendEmailDeps['mailer']): SendEmailDeps {
  return {
    ...app.platform,
    mailer,
    publicUrl: 'http://localhost:3000',
    supportEmail: 'help@drumbeat.example',
  };
}

const realMailer = () => createMailer(app.config.mail);

test('a queued email is sent once over SMTP, and its secrets are gone from the row', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const sealed_variables = expect.any(String);
  expect(await rowOf(person)).toMatchObject({ status: 'queued', subject: null, sealed_variables });
  expect(JSON.stringify(await rowOf(person))).not.toContain('sesame');
  const [mail] = await mailTo(app, person.email);
  const row = await rowOf(person);
  const subject = 'Verify your email for Drumbeat';
  expect(row).toMatchObject({
    status: 'sent',
    subject,
    sealed_variables: null,
    sent_at: '2026-11-23 09:00:00+00',
  });
  expect([mail?.subject, mail?.text.split('\n')[0]]).toEqual([subject, 'Verify your email']);
  expect(mail?.headers).toMatchObject({
    'message-id': `<${row.message_id}@localhost>`,
    'auto-submitted': 'auto-generated',
    'reply-to': app.config.supportEmail,
  });

  await sendEmail(depsWith(realMailer()), { emailId });
  expect(await mailTo(app, person.email)).toHaveLength(1);
});

test('two workers with the same email send it once, and the second tries again later', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const second = Promise.withResolvers<string>();
  let sends = 0;
  // Whoever claims the email holds it until it is known how the other fared.
  const send = async (mail: Mail) => {
    if (++sends === 2) second.resolve('The email was claimed twice');
    await second.promise;
    await realMailer().send(mail);
  };
  const work = () =>
    sendEmail(depsWith({ send }), { emailId }).catch(({ message }) => second.resolve(message));
  await Promise.all([work(), work()]);
  expect(await second.promise).toBe(`Another worker is sending email ${emailId}`);
  expect(await rowOf(person)).toMatchObject({ status: 'sent', attempts: 0, claimed_until: null });
  expect(await mailTo(app, person.email)).toHaveLength(1);
});

/** A mailer that never answers, as after a crash: before or after the email was sent. */
function dyingMailer(when: 'after sending' | 'before sending') {
  const reached = Promise.withResolvers<void>();
  const send = async (mail: Mail) => {
    if (when === 'after sending') await realMailer().send(mail);
    reached.resolve();
    await new Promise<never>(() => undefined);
  };
  return { mailer: { send }, reached: reached.promise };
}

test.each([
  ['before sending', 1],
  ['after sending', 2],
] as const)(
  'a worker that dies %s leaves the email to another when its claim ends',
  async (when, arrived) => {
    const person = await buildUser(app);
    const emailId = await queueFor(person);
    const dying = dyingMailer(when);
    void sendEmail(depsWith(dying.mailer), { emailId });
    await dying.reached;
    const deps = depsWith(realMailer());
    app.clock.advance(CLAIM_MS - 1);
    await expect(sendEmail(deps, { emailId })).rejects.toThrow(`Another worker is sending email ${emailId}`);
    app.clock.advance(1);
    await sendEmail(deps, { emailId });
    await sendEmail(deps, { emailId });
    expect(await rowOf(person)).toMatchObject({ status: 'sent', attempts: 0 });
    const mails = await mailTo(app, person.email);
    expect(mails).toHaveLength(arrived);
    // A mail server or program can recognise the repeat by its id.
    expect(new Set(mails.map((mail) => mail.headers['message-id'])).size).toBe(1);
  },
);

test('a worker that learns late of its failure does not disturb the one that sends now', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const [slow, next] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = vi.fn<(mail: Mail) => Promise<void>>();
  send.mockReturnValueOnce(slow.promise).mockReturnValueOnce(next.promise);
  const deps = depsWith({ send });
  const first = sendEmail(deps, { emailId });
  await expect.poll(() => send).toHaveBeenCalledTimes(1);
  app.clock.advance(CLAIM_MS);
  const second = sendEmail(deps, { emailId });
  await expect.poll(() => send).toHaveBeenCalledTimes(2);
  slow.reject(new MailError('The mail server did not finish in time.'));
  await expect(first).rejects.toThrow('The mail server did not finish in time.');
  const row = await rowOf(person);
  expect(row).toMatchObject({ status: 'queued', attempts: 0, last_error: null });
  expect(row.claimed_until).not.toBeNull();
  next.resolve();
  await second;
  expect(await rowOf(person)).toMatchObject({ status: 'sent' });
});

test('where a sent email cannot be noted as sent, the claim stays, so that no try follows at once', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const send = vi.fn(async () => {
    await app.platform.db.execute(
      sql`alter table emails add constraint no_more check (status <> 'sent') not valid`,
    );
  });
  const deps = depsWith({ send });
  await expect(sendEmail(deps, { emailId })).rejects.toThrow();
  await app.platform.db.execute(sql`alter table emails drop constraint no_more`);
  await expect(sendEmail(deps, { emailId })).rejects.toThrow('Another worker is sending');
  expect(send).toHaveBeenCalledTimes(1);
  expect(await rowOf(person)).toMatchObject({ status: 'queued', attempts: 0 });
});

test('a failure is noted, thrown for the next try, and the same mail goes out when the server is back', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const send = vi.fn<(mail: Mail) => Promise<void>>();
  const last_error = 'The mail server could not be reached (ECONNREFUSED).';
  send.mockRejectedValueOnce(new MailError(last_error));
  const deps = depsWith({ send });
  await expect(sendEmail(deps, { emailId })).rejects.toBeInstanceOf(MailError);
  expect(await rowOf(person)).toMatchObject({
    status: 'queued',
    attempts: 1,
    last_error,
    claimed_until: null,
  });
  await sendEmail(deps, { emailId });
  expect(await rowOf(person)).toMatchObject({ status: 'sent', attempts: 1, last_error: null });
  const [first, second] = send.mock.calls.map(([mail]) => mail.messageId);
  expect(first).toBe(second);
});

test('after ten failures an email counts as failed, and its secrets are gone', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const last_error = 'The mail server refused the address (550).';
  const send = vi.fn(() => Promise.reject(new MailError(last_error)));
  const deps = depsWith({ send });
  for (let tries = 0; tries < 10; tries += 1) await expect(sendEmail(deps, { emailId })).rejects.toThrow();
  const failed = { status: 'failed', attempts: 10, last_error, sent_at: null };
  expect(await rowOf(person)).toMatchObject({ ...failed, sealed_variables: null, sealed_content: null });
  await sendEmail(deps, { emailId });
  expect(send).toHaveBeenCalledTimes(10);
});

/** Saves a text of `verify_email` as an earlier release would have, past today's checks, for one test. */
async function saveUnchecked(content: object, key = 'verify_email'): Promise<void> {
  const { db } = app.platform;
  await db.execute(
    sql`insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at)
        values ('email_template', ${`${key}/en`}, 99, ${JSON.stringify({ variables: [], ...content })}::jsonb,
          true, now())`,
  );
  onTestFinished(async () => void (await db.execute(sql`delete from saved_versions where version = 99`)));
}

const ours = { subject: 'Welcome, {{ email }}', html: '<p>{{ link }}</p>', plain: '{{ link }}' };

test('where a published text fails, the fault is logged and counted, and the built-in text goes out', async () => {
  await saveUnchecked({ ...ours, html: '{{ emial }}' });
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const fallbacks = async () =>
    (await app.platform.metrics.templateFallbacks.get()).values.find(
      ({ labels }) => labels.template === 'verify_email',
    )?.value ?? 0;
  const before = await fallbacks();
  const error = vi.fn();
  const log = { error } as unknown as SendEmailDeps['log'];
  await sendEmail({ ...depsWith(realMailer()), log }, { emailId });
  const fault = "There is no variable 'emial'. Add it to the variables, or correct its name. (Line 1)";
  expect(error.mock.calls).toEqual([[{ template: 'verify_email', fault }, expect.any(String)]]);
  const [mail] = await mailTo(app, person.email);
  expect(mail?.subject).toBe('Verify your email for Drumbeat');
  expect(mail?.html).toContain('token=sesame');
  expect(await fallbacks()).toBe(before + 1);
});

test('ADM-EML-07 marketing goes to those who agreed, asked again when it is sent', async () => {
  const { db } = app.platform;
  const [agreed, never, changed] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  const consent = (person: BuiltUser, isGiven: boolean) =>
    db.execute(sql`update users set email_consent = ${isGiven} where id = ${person.id}`);
  await consent(agreed, true);
  await consent(changed, true);
  const variables = { title: 'More slots', text: 'One line.', link: 'http://localhost:3000/posts' };
  for (const { id, email } of [agreed, never, changed])
    await queueEmail(app.platform, db, { userId: id, to: email, template: 'marketing', variables });
  await consent(changed, false);
  const [mail] = await mailTo(app, agreed.email);
  expect(mail).toMatchObject({ subject: 'More slots', text: expect.stringContaining('/settings') });
  for (const person of [never, changed]) {
    expect(await mailTo(app, person.email)).toEqual([]);
    expect(await rowOf(person)).toMatchObject({
      status: 'failed',
      attempts: 0,
      last_error: 'The person has not agreed to marketing email.',
      sealed_variables: null,
      claimed_until: null,
    });
  }
});

test('an email whose person was erased meanwhile is not sent', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const other = await buildUser(app);
  await queueFor(other);
  await deleteEmails(app.platform.db, person.id);
  expect(await rowOf(person)).toEqual({});
  expect(await rowOf(other)).toMatchObject({ status: 'queued' });
  await sendEmail(depsWith(realMailer()), { emailId });
  expect(await mailTo(app, person.email)).toEqual([]);
});

test('while a mail server hangs, no transaction is open and other work goes on', async () => {
  const hanging = Promise.withResolvers<void>();
  const send = vi.fn(() => hanging.promise);
  const deps = depsWith({ send });
  // As many as the pool of a test's server has connections.
  const emails = [];
  for (let count = 0; count < 8; count += 1) emails.push(await queueFor(await buildUser(app)));
  const sending = Promise.all(emails.map((emailId) => sendEmail(deps, { emailId })));
  await expect.poll(() => send).toHaveBeenCalledTimes(8);
  const { rows } = await app.platform.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(rows).toEqual([]);
  await buildUser(app);
  hanging.resolve();
  await sending;
});

const layout = {
  subject: '',
  html: '<main>{{ content | raw }}</main>',
  plain: '{{ content }}\n--\n{{ footer }}',
};

function render(part: Partial<{ subject: string; html: string; plain: string }>, variables = {}) {
  const template = { subject: 'Hello', html: '<p>Hello</p>', plain: 'Hello', ...part };
  return renderEmail(template, layout, { footer: 'Drumbeat', ...variables });
}

test('values are escaped in html, and left as they are in plain text and subject', async () => {
  const name = '<img src=x onerror="alert(1)"> & co';
  const mail = await render({ subject: '{{ name }}', html: '{{ name }}', plain: '{{ name }}' }, { name });
  expect(mail.html).not.toContain('<img');
  expect(mail.html).toContain('&lt;img');
  expect(mail.plain).toContain(name);
  expect(mail.subject).toBe(name);
});

test('a value cannot start a second header, and is never itself a template', async () => {
  const mail = await render(
    { subject: '{{ name }}', html: '{{ name }}' },
    { name: 'A\r\nBcc: {{ footer }}' },
  );
  expect(mail.subject).toBe('A Bcc: {{ footer }}');
  expect(mail.html).toContain('{{ footer }}');
});

test.each([
  ['names a variable that is not given', { html: '{{ nobody }}' }],
  ['is not Liquid', { html: '{% if %}' }],
  ['asks for an unknown filter', { html: '{{ footer | explode }}' }],
  ['includes a file', { html: "{% include 'package.json' %}" }],
  ['renders a file of this machine', { html: "{% render '/etc/passwd' %}" }],
])('a template that %s fails', async (_, part) => {
  await expect(render(part)).rejects.toThrow();
});
