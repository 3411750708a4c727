import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, subscribe } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';

const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000);
const KEY = '0f1e2d3c-0000-4000-8000-00000000000a';

test('docs/calls/customer-mail.md says what the emails and the billing of a customer answer and do for staff', async () => {
  const page = await openKeptPage();
  const { app, ask, step } = page;
  const { db, jobs } = app.platform;
  const support = await buildUser(app, { email: 'sue@staff.example', roles: ['support'] });
  const ops = await buildUser(app, { email: 'otto@staff.example', roles: ['ops'] });
  const person = (name: string) => buildUser(app, { email: `${name}@example.com`, timeZone: 'Asia/Kolkata' });
  const [ada, bob, bare, gone] = [
    await person('ada'),
    await person('bob'),
    await person('bare'),
    await person('gone'),
  ];
  await page.prepare(async () => {
    await subscribe(app, ada, { trial: false });
    await subscribe(app, bob, { trial: false });
    await db.execute(sql`update users set deleted_at = ${at(-1)} where id = ${gone.id}`);
    await db.execute(sql`update users set email_consent = true where id = ${bob.id}`);
    await jobs.drain();
  });
  const reason = { reason: 'Ada wrote to us' };
  const act = (path: string, note?: string, body: object | undefined = undefined, as = support) =>
    ask('POST', `/api/admin/users/${path}`, {
      as,
      ...(body ? { body } : {}),
      ...(note === undefined ? {} : { note }),
    });
  const send = (id: number, body: object, note: string, as = support) =>
    act(`${id}/send-email`, note, body, as);
  const hello = {
    templateKey: 'support_message',
    variables: { title: 'Your posts', text: 'They <b>wait</b>.' },
  };
  const own = { templateKey: 'support_message', useTemplateContent: false };

  await send(ada.id, { ...hello, preview: true }, 'only drawn');
  await send(ada.id, { ...hello, key: KEY, ...reason }, 'by its template');
  await send(ada.id, { ...hello, key: KEY }, 'the same once more');
  await step('the email goes out', () => jobs.drain());
  await send(
    bob.id,
    { ...hello, key: KEY, locale: 'de' },
    'the same key for somebody else, in a language without a template',
  );
  const html =
    '<p onclick="x()">Hello {{ email }}, {{ publicUrl }}</p><script>alert(1)</script><img src="https://a.example/b.png">';
  await send(
    bob.id,
    { ...own, subject: ' To {{ name }} ', html, variables: { name: '<you>' } },
    'in words of its own',
  );
  await send(ada.id, own, 'without words');
  await send(ada.id, { ...own, subject: '{{ a', html: '{% if %}' }, 'in words that cannot be drawn');
  await send(ada.id, { templateKey: 'marketing', preview: true }, 'advertising without consent');
  await send(
    bob.id,
    { templateKey: 'marketing', preview: true },
    'advertising with consent, without its words',
  );
  await send(gone.id, hello, 'to somebody who left');
  await send(ada.id, hello, 'by ops', ops);
  await send(
    ada.id,
    { templateKey: 'x', key: 'x', locale: '?', reason: 'x', preview: 1, html: 7 },
    'each field wrong',
  );
  const log = (id: number, query = '', note?: string) =>
    ask('GET', `/api/admin/users/${id}/emails${query}`, {
      as: support,
      ...(note === undefined ? {} : { note }),
    });
  await log(bob.id);
  await page.prepare(() =>
    db.execute(sql`update rate_limits set points = 100 where key = ${`staff-email:${support.id}`}`),
  );
  await send(ada.id, hello, 'once more than a member of staff may');

  const read = (id: number, query = '', note?: string) =>
    ask('GET', `/api/admin/users/${id}/billing${query}`, {
      as: support,
      isSideBySide: true,
      ...(note === undefined ? {} : { note }),
    });
  await read(bare.id, '', 'who never paid');
  await read(ada.id);
  await read(ada.id, '?sensitive=true', 'unmasked');
  await read(gone.id, '?sensitive=true', 'of somebody who left');
  await act(`${ada.id}/open-portal`, undefined, reason);
  await act(`${bare.id}/open-portal`, 'who never paid');
  await act(`${gone.id}/open-portal`, 'of somebody who left');
  await act(`${bare.id}/allow-trial`, undefined, reason);
  await act(`${bare.id}/allow-trial`, 'a second time');
  await act(`${ada.id}/allow-trial`, 'with a plan');
  await act(`${gone.id}/allow-trial`, 'of somebody who left');
  const restore = (id: number, note: string, body?: object) =>
    act(`${id}/billing/restore-previous`, note, body);
  await restore(bare.id, 'with no earlier ones');
  await restore(gone.id, 'of somebody who left');
  await page.prepare(() =>
    db.execute(
      sql`update subscriptions set customer_id = 'cus_now', subscription_id = 'sub_now' where user_id = ${ada.id}`,
    ),
  );
  await read(ada.id, '', 'with earlier ids');
  await restore(ada.id, 'where the present plan is live', reason);
  await restore(ada.id, 'by force', { force: true, ...reason });
  await restore(ada.id, 'back to what the provider does not have');
  await restore(ada.id, 'back to what the provider does not have, by force', { force: true });
  await page.prepare(() =>
    db.execute(sql`update subscriptions set customer_id = (select customer_id from former_billing_ids
      where user_id = ${ada.id} and customer_id <> 'cus_now' order by id desc limit 1) where user_id = ${bob.id}`),
  );
  await restore(ada.id, 'to ids that somebody else has now', { force: true });
  await page.expectKept('customer-mail');
});
