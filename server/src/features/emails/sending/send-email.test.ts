import { emailStates } from '@drumbeat/contract/emails/emails.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { type Mail, MailError } from '../../../providers/mail/mail.ts';
import { createMailer } from '../../../providers/mail/smtp.ts';
import type { SendEmailDeps } from '../emails.deps.ts';
import { deleteEmails, exportEmails } from '../emails.queries.ts';
import { queueEmail } from './queue-email.ts';
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

test('a queued email is sent once over SMTP, and logged', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const queued = {
    id: emailId,
    user_id: person.id,
    recipient: person.email,
    template_key: 'verify_email',
    status: 'queued',
    sealed_variables: expect.any(String),
    sealed_content: null,
    request_key: null,
    message_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    subject: null,
    attempts: 0,
    claimed_until: null,
    last_error: null,
    queued_at: '2026-11-23 09:00:00+00',
    sent_at: null,
  };
  expect(await rowOf(person)).toEqual(queued);
  app.clock.advance(1_000);
  const [mail] = await mailTo(app, person.email);
  const row = await rowOf(person);
  expect(row).toEqual({
    ...queued,
    status: 'sent',
    subject: 'Verify your email for Drumbeat',
    sealed_variables: null,
    sent_at: '2026-11-23 09:00:01+00',
  });
  expect([mail?.subject, mail?.text.split('\n')[0]]).toEqual([
    'Verify your email for Drumbeat',
    'Verify your email',
  ]);
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

test('a worker that is told late of its failure does not disturb the one that sends now', async () => {
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

test('where the note of a sent email fails, the claim stays, so that no try follows at once', async () => {
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

test('what its caller rolls back is never sent', async () => {
  const person = await buildUser(app);
  const undone = inTransaction(app.platform.db, async (tx) => {
    await queueEmail(app.platform, tx, {
      userId: person.id,
      to: person.email,
      template: 'verify_email',
      variables: { email: person.email, link: '', when: '', device: '', disown: '' },
    });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  expect(await mailTo(app, person.email)).toEqual([]);
});

test('while it waits, what is in it is sealed', async () => {
  const person = await buildUser(app);
  await queueFor(person);
  expect(JSON.stringify(await rowOf(person))).not.toContain('sesame');
});

test('a failure is noted, thrown for the next try, and the same mail goes out when the server is back', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const send = vi.fn<(mail: Mail) => Promise<void>>();
  send.mockRejectedValueOnce(new MailError('The mail server could not be reached (ECONNREFUSED).'));
  const deps = depsWith({ send });
  await expect(sendEmail(deps, { emailId })).rejects.toBeInstanceOf(MailError);
  expect(await rowOf(person)).toMatchObject({
    status: 'queued',
    attempts: 1,
    last_error: 'The mail server could not be reached (ECONNREFUSED).',
    sealed_variables: expect.any(String),
    claimed_until: null,
    sent_at: null,
  });
  await sendEmail(deps, { emailId });
  expect(await rowOf(person)).toMatchObject({ status: 'sent', attempts: 1, last_error: null });
  const [first, second] = send.mock.calls.map(([mail]) => mail.messageId);
  expect(first).toBe(second);
});

test('after ten failures an email counts as failed, and its secrets are gone', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const send = vi.fn(() => Promise.reject(new MailError('The mail server refused the address (550).')));
  const deps = depsWith({ send });
  const parts = app.platform.sealer.seal(JSON.stringify({ subject: 'a', html: 'b', plain: 'c' }));
  await app.platform.db.execute(sql`update emails set sealed_content = ${parts} where id = ${emailId}`);
  for (let tries = 0; tries < 10; tries += 1) await expect(sendEmail(deps, { emailId })).rejects.toThrow();
  const secrets = { sealed_variables: null, sealed_content: null };
  expect(await rowOf(person)).toMatchObject({
    status: 'failed',
    attempts: 10,
    last_error: 'The mail server refused the address (550).',
    claimed_until: null,
    sent_at: null,
    ...secrets,
  });
  await sendEmail(deps, { emailId });
  expect(send).toHaveBeenCalledTimes(10);
});

/** Saves a text of `verify_email` as an earlier release would have, past today's checks, for one test. */
async function saveUnchecked(content: object, isPublished = true, key = 'verify_email'): Promise<void> {
  const { db } = app.platform;
  await db.execute(
    sql`insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at)
        values ('email_template', ${`${key}/en`}, 99, ${JSON.stringify({ variables: [], ...content })}::jsonb,
          ${isPublished}, now())`,
  );
  onTestFinished(async () => void (await db.execute(sql`delete from saved_versions where version = 99`)));
}

const ours = { subject: 'Welcome, {{ email }}', html: '<p>{{ link }}</p>', plain: '{{ link }}' };

test('ADM-EML-05 an email goes out with the text that staff published', async () => {
  await saveUnchecked(ours);
  const person = await buildUser(app);
  await queueFor(person);
  const mails = await mailTo(app, person.email);
  expect(mails.map((mail) => mail.subject)).toEqual([`Welcome, ${person.email}`]);
});

test.each([
  [
    'an unknown variable',
    '{{ emial }}',
    "There is no variable 'emial'. Add it to the variables, or correct its name. (Line 1)",
  ],
  [
    'a loop without end',
    '{% for a in (1..90000) %}{% for b in (1..90000) %}{% endfor %}{% endfor %}',
    'The template takes too long, or makes too much text. Is there a loop without end? (Line 1)',
  ],
])(
  'a published text with %s is logged and counted, and the built-in one goes out',
  async (_, html, fault) => {
    await saveUnchecked({ ...ours, html });
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
    expect(error.mock.calls).toEqual([
      [{ template: 'verify_email', fault }, 'email template failed to render; sending the built-in one'],
    ]);
    const mails = await mailTo(app, person.email);
    expect(mails.map((mail) => mail.subject)).toEqual(['Verify your email for Drumbeat']);
    expect(mails[0]?.html).toContain('token=sesame');
    expect(await fallbacks()).toBe(before + 1);
  },
);

test('what staff wrote goes out in the built-in layout where the published one fails, which is counted', async () => {
  await saveUnchecked({ subject: '', html: '{{ nobody }}', plain: '{{ nobody }}' }, true, 'layout');
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  const parts = { subject: 'Your posts', html: '<p>They wait.</p>', plain: 'They wait.' };
  const sealed = app.platform.sealer.seal(JSON.stringify(parts));
  await app.platform.db.execute(sql`update emails set sealed_content = ${sealed} where id = ${emailId}`);
  await sendEmail(depsWith(realMailer()), { emailId });
  const [mail] = await mailTo(app, person.email);
  expect(mail).toMatchObject({
    subject: 'Your posts',
    text: `They wait.\n\n--\nDrumbeat · http://localhost:3000\nQuestions? Write to help@drumbeat.example.\n\n`,
  });
  expect(mail?.html).toContain('padding:32px 28px;">\n<p>They wait.</p>\n</td>');
  const { values } = await app.platform.metrics.templateFallbacks.get();
  expect(values.filter(({ labels }) => labels.template === 'layout')).toMatchObject([{ value: 1 }]);
});

test('a default of the frame gives way to one of the email, and both to what is given', async () => {
  const named = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => ({ name, default: value }));
  const frame = { subject: '', html: '{{ content | raw }}', plain: '{{ content }} {{ tone }} {{ place }}' };
  await saveUnchecked({ ...frame, variables: named({ tone: 'Frame', place: 'Foot' }) }, true, 'layout');
  const words = { ...ours, plain: '{{ device }} {{ tone }} {{ supportEmail }}' };
  const variables = named({ tone: 'Warm', device: 'None', supportEmail: 'bad@bad.example' });
  await saveUnchecked({ ...words, variables });
  const person = await buildUser(app);
  await queueFor(person);
  const [mail] = await mailTo(app, person.email);
  expect(mail?.text.trim()).toBe(`Chrome Warm ${app.config.supportEmail} Warm Foot`);
});

test('a draft is not sent: what was published before it goes out', async () => {
  await saveUnchecked(ours, false);
  const person = await buildUser(app);
  await queueFor(person);
  const mails = await mailTo(app, person.email);
  expect(mails.map((mail) => mail.subject)).toEqual(['Verify your email for Drumbeat']);
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

test("an email whose person is erased meanwhile is nobody's work any more", async () => {
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

test("a person downloads their emails, newest first, and no one else's", async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  await queueFor(other);
  const queuedAt = app.clock.now();
  await queueFor(person);
  await mailTo(app, person.email);
  app.clock.advance(1000);
  await queueFor(person);
  expect(await exportEmails(app.platform.db, person.id)).toEqual([
    {
      to: person.email,
      subject: null,
      status: 'queued',
      queuedAt: new Date(queuedAt.getTime() + 1000).toISOString(),
    },
    {
      to: person.email,
      subject: 'Verify your email for Drumbeat',
      status: 'sent',
      queuedAt: queuedAt.toISOString(),
    },
  ]);
});

test('of emails queued at the same moment, the download has the later one first', async () => {
  const person = await buildUser(app);
  const [first, second] = [await queueFor(person), await queueFor(person)];
  const set = (id: number, subject: string) =>
    app.platform.db.execute(sql`update emails set subject = ${subject} where id = ${id}`);
  await set(second, 'Second');
  await set(first, 'First');
  const all = await exportEmails(app.platform.db, person.id);
  expect(all.map(({ subject }) => subject)).toEqual(['Second', 'First']);
});

test('the database knows the states of the contract and no others', async () => {
  const { rows } = await app.platform.db.execute(
    sql`select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'emails_status_check'`,
  );
  const states = [...String(rows[0]?.rule).matchAll(/'(\w+)'/g)].map(([, state]) => state);
  expect(states).toEqual([...emailStates]);
});

test('an email of an unknown kind fails in words', async () => {
  const person = await buildUser(app);
  const emailId = await queueFor(person);
  await app.platform.db.execute(
    sql`update emails set template_key = 'no_such_template' where id = ${emailId}`,
  );
  await expect(sendEmail(depsWith(realMailer()), { emailId })).rejects.toThrow(
    "There is no email template 'no_such_template'",
  );
});
