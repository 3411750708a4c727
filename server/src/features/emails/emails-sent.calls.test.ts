import { emailKinds } from '@drumbeat/contract/emails.ts';
import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { type BuiltUser, buildUser } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import type { ReceivedMail } from '../../../test/mailbox.ts';
import { inTransaction } from '../../platform/database.ts';
import { createMailer } from '../../providers/mail/smtp.ts';
import { queueEmail } from './queue-email.ts';
import { sendEmail } from './send-email.ts';
import { allTemplates } from './templates/all-templates.ts';
import { samplesFor } from './templates/samples.ts';

const shortened = ({ headers, subject, text, html }: ReceivedMail) => {
  const { 'content-type': _type, 'mime-version': _version, ...own } = headers;
  const body = html.startsWith('<!doctype')
    ? html.slice(html.indexOf('padding:32px 28px;'), html.indexOf('Questions?'))
    : html;
  return { headers: own, subject, text, html: body };
};

test('docs/calls/emails-sent.md says what each email is, and how it goes out', async () => {
  const page = await openKeptPage({
    SUPPORT_EMAIL: 'help@drumbeat.example',
    PUBLIC_URL: 'https://drumbeat.example',
  });
  const { app } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });

  async function queue(
    kind: (typeof emailKinds)[number],
    to: BuiltUser,
    given: Record<string, unknown> = {},
  ) {
    const variables = samplesFor(allTemplates[kind].variables);
    const email = { userId: to.id, to: to.email, template: kind, variables };
    await inTransaction(db, (tx) =>
      queueEmail(app.platform, tx, email as unknown as Parameters<typeof queueEmail>[2]),
    );
    const { rows } = await db.execute(sql`select max(id) as id from emails`);
    const id = Number(rows[0]?.id);
    for (const [column, value] of Object.entries(given))
      await db.execute(sql`update emails set ${sql.identifier(column)} = ${value} where id = ${id}`);
    return id;
  }
  const mails = async () =>
    ((await (await fetch(`${app.sandboxUrl}/sandbox/mail`)).json()) as { messages: ReceivedMail[] }).messages;
  const forget = () => fetch(`${app.sandboxUrl}/sandbox/mail`, { method: 'DELETE' });
  const { publicUrl, supportEmail, mail } = app.config;
  const deps = { ...app.platform, publicUrl, supportEmail, mailer: createMailer(mail) };
  const send = (emailId: number) => sendEmail(deps, { emailId }).catch((error: unknown) => String(error));
  /** What is queued by `prepare` goes out, or not. */
  async function sent(name: string, prepare: () => Promise<number>): Promise<void> {
    await page.prepare(forget);
    const id = await page.prepare(prepare);
    await page.step(
      name,
      () => send(id),
      (fault) => fault ?? 'done',
    );
    const arrived = await page.prepare(mails);
    if (arrived.length > 0)
      await page.step(
        `It arrives, ${name}`,
        async () => arrived.map(shortened),
        (all) => all,
      );
  }
  const publish = (key: string, version: number, content: object) =>
    db.execute(sql`insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at)
      values ('email_template', ${key}, ${version}, ${JSON.stringify(content)}::jsonb, true, now())`);
  const text = (words: object) => app.platform.sealer.seal(JSON.stringify(words));

  const first = await page.step('An email is queued', () => queue('account_deleted', ada));
  await page.step('It is sent', () => app.platform.jobs.drain());
  await page.step('The whole of it', mails, (all) => all);
  await page.prepare(forget);
  for (const kind of emailKinds)
    await page.prepare(async () => send(await queue(kind, bob, { user_id: null })));
  await page.step('What each kind of email says', mails, (all) =>
    all.map(({ subject, text, headers }) => ({
      subject,
      text: text.split('\n').filter(Boolean).slice(0, -3),
      stops: headers['list-unsubscribe'],
    })),
  );

  const own = { subject: ' Ours \n for you ', html: '<p>They wait.</p>', plain: 'They wait.' };
  await sent('marketing to somebody who does not want it', () => queue('marketing', ada));
  await page.prepare(() => db.execute(sql`update users set email_consent = true where id = ${bob.id}`));
  await sent('marketing to somebody who wants it', () => queue('marketing', bob));
  await sent('marketing to nobody that is known', () => queue('marketing', bob, { user_id: null }));
  await sent('while another worker has it', () =>
    queue('plan_changed', ada, { claimed_until: '2020-11-20T10:00:01Z' }),
  );
  await sent('when the claim of another worker has just ended', () =>
    queue('plan_changed', bob, { claimed_until: '2020-11-20T10:00:00Z', attempts: 3, last_error: 'Late.' }),
  );
  await sent('a second time', async () => first);
  await sent('which has failed', () => queue('plan_changed', bob, { status: 'failed' }));
  const refused = { recipient: 'ada@<example>', sealed_content: text(own) };
  await sent('refused by the mail server', () => queue('plan_changed', ada, refused));
  await sent('refused for the ninth time', () => queue('plan_changed', ada, { ...refused, attempts: 8 }));
  await sent('refused for the tenth time', () => queue('plan_changed', ada, { ...refused, attempts: 9 }));
  await sent('of a kind that is no more', () => queue('plan_changed', ada, { template_key: 'birthday' }));

  const named = (values: Record<string, string>) =>
    Object.entries(values).map(([name, value]) => ({ name, default: value }));
  await page.prepare(() =>
    publish('layout/en', 2, {
      subject: '',
      html: '{{ subject }} {{ content | raw }}{{ place }}',
      plain: '{{ content }} {{ tone }} {{ place }} {{ publicUrl }}',
      variables: named({ tone: 'Frame', place: 'Foot' }),
    }),
  );
  await page.prepare(() =>
    publish('plan_changed/en', 2, {
      subject: 'On {{ plan }}',
      html: '<p>{{ terms }} & {{ supportEmail }}</p>',
      plain: '{{ plan }} {{ terms }} {{ tone }} {{ supportEmail }}',
      variables: named({
        tone: 'Warm',
        plan: 'None',
        supportEmail: 'bad@example.com',
        publicUrl: 'https://bad.example',
      }),
    }),
  );
  await page.prepare(() => publish('plan_changed/de', 2, { ...own, variables: [] }));
  await sent('with the text and the layout of staff', () => queue('plan_changed', ada));
  await sent('what staff wrote, in the layout of staff', () =>
    queue('support_message', ada, { sealed_content: text(own) }),
  );
  await page.prepare(() => publish('plan_changed/en', 3, { ...own, html: '{{ emial }}', variables: [] }));
  await sent('with a text of staff that fails', () => queue('plan_changed', ada));
  await page.prepare(() => publish('layout/en', 3, { ...own, html: '{{ nobody }}', variables: [] }));
  await sent('what staff wrote, in a layout of staff that fails', () =>
    queue('support_message', ada, { sealed_content: text(own) }),
  );
  await page.expectKept('emails-sent');
});
