import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { exportEmails } from './emails.queries.ts';

test('docs/calls/customer-emails.md says what the calls of customers’ emails answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const eve = await buildUser(app, { email: 'eve@example.com', roles: ['support'] });
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com', verified: false });
  const gone = await buildUser(app, { email: 'gone@example.com' });
  await page.prepare(async () => {
    await db.execute(sql`update users set email_consent = true where id = ${bob.id}`);
    await db.execute(sql`update users set deleted_at = ${app.clock.now()} where id = ${gone.id}`);
    await db.execute(sql`insert into emails (user_id, recipient, template_key, status, message_id, queued_at, subject,
        sent_at, attempts, last_error) values
      (${ada.id}, 'ada@example.com', 'plan_started', 'sent', 'a', '2020-11-19 10:00Z', 'Started', '2020-11-19 10:00:07Z', 2, null),
      (${ada.id}, 'ada@old.example', 'plan_changed', 'failed', 'b', '2020-11-19 10:00Z', null, null, 10,
        'The mail server refused ada@old.example (550).'),
      (${ada.id}, 'ada@example.com', 'verify_email', 'queued', 'c', '2020-11-19 10:00:01Z', null, null, 1, 'Late.'),
      (${bob.id}, 'bob@example.com', 'marketing', 'sent', 'd', '2020-11-19 10:00:02Z', 'News', '2020-11-19 10:00:03Z', 0, null)`);
    await db.execute(sql`insert into emails (user_id, recipient, template_key, status, message_id, queued_at)
      select ${bob.id}, 'bob@example.com', 'plan_started', 'queued', n::text, '2020-11-18 10:00Z' from generate_series(1, 25) n`);
  });
  const publish = (key: string, content: object) =>
    db.execute(sql`insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at)
      values ('email_template', ${key}, 2, ${JSON.stringify(content)}::jsonb, true, now())`);
  const of = (user: { id: number }) => `/api/admin/users/${user.id}`;
  const list = (user: { id: number }, query: string, note?: string) =>
    ask<{ emails: object[] }>('GET', `${of(user)}/emails${query}`, { as: eve, ...(note ? { note } : {}) });
  const timeline = (query: string, note: string) =>
    ask('GET', `${of(ada)}/timeline${query}`, { as: eve, note, isSideBySide: true });

  await list(ada, '', 'in each state');
  await list(ada, '?sensitive=true', 'unmasked');
  await page.prepare(() =>
    db.execute(sql`delete from emails where user_id = ${bob.id} and message_id = '1'`),
  );
  await page.step(
    'A page of 25 emails, and no other',
    () => app.http.inject({ url: `${of(bob)}/emails`, headers: { authorization: `Bearer ${eve.token}` } }),
    (answer) => ({ emails: answer.json().emails.length, nextPage: answer.json().nextPage }),
  );
  await page.prepare(async () => {
    await db.execute(sql`delete from emails where user_id = ${bob.id} and message_id <> 'd'`);
    await db.execute(sql`insert into emails (user_id, recipient, template_key, status, message_id, queued_at)
      select ${bob.id}, 'bob@example.com', 'plan_started', 'queued', n::text, '2020-11-18 10:00Z' from generate_series(1, 25) n`);
  });
  await page.step(
    'The first 25 of 26 emails',
    () => app.http.inject({ url: `${of(bob)}/emails`, headers: { authorization: `Bearer ${eve.token}` } }),
    (answer) => ({ emails: answer.json().emails.length, nextPage: answer.json().nextPage }),
  );
  await list(bob, '?page=2', 'the last of 26');
  await list(gone, '', 'of somebody who left');
  await list({ id: 999_999 }, '', 'of nobody');
  await page.step(
    'The emails in the download of one’s data',
    () => exportEmails(db, ada.id),
    (all) => all,
  );
  await timeline('', 'with emails in each state');

  const send = (user: { id: number }, body: object, note: string) =>
    ask('POST', `${of(user)}/send-email`, { as: eve, body, note });
  const hello = {
    templateKey: 'support_message',
    variables: { title: ' Your \n posts ', text: 'They <b>wait</b>.\nYes' },
  };
  await send({ id: 999_999 }, hello, 'to nobody');
  await send(gone, hello, 'to somebody who left');
  await send(ada, { templateKey: 'birthday' }, 'which there is not');
  await send(ada, { templateKey: 'marketing' }, 'without consent');
  await send(ada, { templateKey: 'support_message', variables: { title: 'Hi' } }, 'with a variable missing');
  await send(ada, { ...hello, preview: true }, 'a preview');
  await page.prepare(() =>
    publish('layout/en', { subject: '', html: '{{ content | raw }}', plain: '{{ content }}', variables: [] }),
  );
  const key = '6a2e4f9c-7d1b-4c3a-9e8f-0a1b2c3d4e5f';
  await send(ada, { ...hello, key, reason: 'They asked' }, 'from the template');
  await send(ada, { ...hello, key }, 'the same request again');
  await send(bob, { ...hello, key }, 'the same key to somebody else');
  const own = { templateKey: 'marketing', useTemplateContent: false, variables: { who: '<i>Bob</i>' } };
  await send(bob, own, 'without words of their own');
  await send(bob, { ...own, subject: '{{ whom }}', html: '{% if %}' }, 'with faults');
  await send(
    bob,
    {
      ...own,
      subject: 'For {{ email }}, {{ who }}',
      html:
        '<p style="color:#FF0000;position:fixed;font-size:16px" onclick="x()">Hi {{ who }}</p><script>alert(1)</script>' +
        '<a href="javascript:x()">a</a> <a href="https://example.com/?a=1&b=2" target="_blank">b</a><form><input></form>' +
        '<table role="presentation" width="9" border="1"><tr><td colspan="2" class="x">{{ supportEmail }}</td></tr></table>' +
        '<img src="https://example.com/a.png" alt="A" onerror="x()"><iframe src="https://example.com"></iframe>',
    },
    'in words of their own',
  );
  await page.prepare(() =>
    publish('layout/de', {
      subject: '',
      html: '{{ subject }}: {{ content | raw }} {{ foot }} {{ publicUrl }} {{ supportEmail }}',
      plain: '{{ content }}',
      variables: [{ name: 'foot', default: 'Fuß' }],
    }),
  );
  await page.prepare(() =>
    publish('plan_started/de', {
      subject: 'Los, {{ name }}',
      html: '<p>{{ name }} {{ email }}</p>',
      plain: 'Los',
      variables: [{ name: 'name', default: 'Ihr' }],
    }),
  );
  await send(
    ada,
    { templateKey: 'plan_started', locale: 'de', preview: true },
    'a preview in another locale',
  );
  await page.prepare(() =>
    db.execute(sql`update rate_limits set points = 100 where key = ${`staff-email:${eve.id}`}`),
  );
  await send(ada, hello, 'for the 101st time in an hour');
  await page.expectKept('customer-emails');
});
