import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';

const path = '/api/admin/email-templates';

test('docs/calls/emails.md says what the calls of the email templates answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const ada = await buildUser(app, { email: 'ada@example.com', roles: ['admin'], timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com', roles: ['admin'] });
  const asAda = { as: ada };
  const save = (key: string, body: object, note: string) =>
    ask('PUT', `${path}/${key}`, { ...asAda, body, note });
  const preview = (key: string, body: object | undefined, note: string) =>
    ask('POST', `${path}/${key}/preview`, { ...asAda, ...(body ? { body } : {}), note });
  const withdraw = (key: string, body: object | undefined, note: string) =>
    ask('POST', `${path}/${key}/withdraw`, { ...asAda, ...(body ? { body } : {}), note });
  const versions = (query: string, note: string) =>
    ask('GET', `${path}/charge_disputed/versions${query}`, { ...asAda, note });

  await ask('GET', `${path}?q=DISPUTE`, { ...asAda, note: 'by key and by subject' });
  await ask('GET', `${path}?limit=2`, asAda);
  await ask('GET', `${path}/charge_disputed`, asAda);
  await ask('GET', `${path}/charge_disputed?locale=de`, { ...asAda, note: 'of a locale without a text' });
  await ask('GET', `${path}/birthday`, { ...asAda, note: 'which is never sent' });
  await page.prepare(() =>
    app.platform.db.execute(sql`delete from email_templates where template_key = 'two_factor_on'`),
  );
  await ask('GET', `${path}/two_factor_on`, { ...asAda, note: 'which nobody has saved yet' });

  const link = '<a href="{{ link }}">here</a>';
  const good = { subject: 'Dispute of {{ amount }}', html: `<p>See ${link}.</p><ul><li>Now</li></ul>` };
  await save('birthday', good, 'which is never sent');
  await save(
    'charge_disputed',
    { ...good, is_published: false, subject: '{{ nothing }}' },
    'a draft with a fault',
  );
  await save('charge_disputed', { ...good, version: 1 }, 'over a newer version');
  page.advance(61_000);
  const given = {
    plain: 'At {{ link }}, {{ who }}',
    variables: [{ name: 'who', default: 'you' }, { name: 'link' }],
  };
  const full = { ...good, ...given, version: 2, reason: 'Shorter' };
  await save('charge_disputed', full, 'published, with all that can be given');
  await save(
    'charge_disputed',
    { ...good, is_published: false, plain: '{% if %}' },
    'a draft over a published version',
  );
  await ask('GET', `${path}/charge_disputed`, { ...asAda, note: 'the draft' });
  await ask('GET', `${path}?q=charge`, asAda);
  await save('charge_disputed', { ...good, locale: 'de', variables: [] }, 'of another locale');
  for (const [body, note] of [
    [{ ...good, variables: [{ name: 'who' }] }, 'with a variable that nothing fills'],
    [
      { ...good, subject: '{{ whose }}', plain: '{{ who', html: '{{ who | shout }}' },
      'with a fault in each part',
    ],
    [{ ...good, html: '{% unknown %}' }, 'with a fault in the html, from which the plain text is made'],
    [{ ...good, subject: ' ', plain: ' ' }, 'without a subject and a plain text'],
    [{ ...good, html: '' }, 'without a text'],
    [{ ...good, html: '<p>Look.</p>', plain: '{{ link }}' }, 'without its link in the html'],
    [{ ...good, plain: 'Look.' }, 'without its link in the plain text'],
  ] as const)
    await save('charge_disputed', body, note);
  const weekly = { subject: '{{ out }}', html: `${link} {{ publicUrl }}` };
  await save('weekly_summary', weekly, 'without the address that stops it');

  const frame = {
    subject: '',
    html: '<i>{{ color }}</i>{{ content | raw }}',
    plain: '{{ content }} {{ supportEmail }}',
  };
  const color = [{ name: 'color', default: 'red' }];
  await save('layout', { ...frame, variables: [] }, 'with a fault');
  await save(
    'layout',
    { ...frame, variables: color, html: '{{ subject }}' },
    'that hides the html of each email',
  );
  await save('layout', { ...frame, variables: color, plain: '{{ publicUrl }}' }, 'that hides the plain text');
  await save('layout', { ...frame, variables: [{ name: 'color' }] }, 'with a variable that nothing fills');
  await save('layout', { ...frame, variables: color }, 'published');
  await save(
    'layout',
    { ...frame, html: '{{ content | raw }} (de)', locale: 'de', variables: [] },
    'of another locale',
  );

  await preview('charge_disputed', undefined, 'of the last draft, which has a fault');
  await preview(
    'charge_disputed',
    { plain: 'At {{ link }} {{ who }}', variables: { amount: '<b>€5</b>' } },
    'with a part and a value',
  );
  await preview('charge_disputed', { html: `${link} & {{ who }}` }, 'with an html of its own');
  await preview('charge_disputed', { html: '{{ whom }}', subject: ' {{ whom }} ' }, 'with faults');
  await preview(
    'charge_disputed',
    { locale: 'de', subject: ' New \n {{ supportEmail }} ' },
    'of another locale',
  );
  await preview('layout', { variables: { color: 'blue' } }, 'the layout itself');
  await preview('birthday', undefined, 'which is never sent');

  const test = (key: string, note: string, body?: object) =>
    ask('POST', `${path}/${key}/test-send`, { ...asAda, note, ...(body ? { body } : {}) });
  await test('account_deleted', 'as it is saved');
  await test('account_deleted', 'in another locale', { locale: 'de', subject: 'Gone', html: '<p>Gone</p>' });
  await page.step(
    'What arrived',
    async () => (await fetch(`${app.sandboxUrl}/sandbox/mail`)).json(),
    (mail) => mail,
  );
  await test('charge_disputed', 'which has a fault');
  const move = (email: string) =>
    page.prepare(() => app.platform.db.execute(sql`update users set email = ${email} where id = ${ada.id}`));
  await move('ada@<example>');
  await test('account_deleted', 'to an address that the mail server refuses');
  await move(ada.email);
  await page.prepare(() =>
    app.platform.db.execute(sql`update rate_limits set points = 30 where key like 'test-email%'`),
  );
  await test('account_deleted', 'for the 31st time in an hour');

  await versions('?limit=2', 'the newest two');
  await versions('?limit=2&page=2', 'the next two');
  await versions('?locale=de', 'of another locale');
  await versions('?locale=fr', 'of a locale without any');
  await ask('GET', `${path}/birthday/versions`, { ...asAda, note: 'which is never sent' });

  await withdraw('birthday', undefined, 'which is never sent');
  await withdraw('charge_disputed', undefined, 'of the default locale');
  await withdraw('charge_disputed', { locale: 'fr' }, 'of a locale without a text');
  await withdraw('charge_disputed', { locale: 'de', version: 7 }, 'over another version');
  await withdraw('charge_disputed', { locale: 'de', version: 1, reason: 'Wrong words' }, 'of a locale');
  await withdraw('charge_disputed', { locale: 'de' }, 'a second time');
  await ask('GET', `${path}/charge_disputed?locale=de`, { ...asAda, note: 'withdrawn' });
  await preview('charge_disputed', { locale: 'de' }, 'withdrawn, with the layout of its locale');
  await ask('PUT', `${path}/charge_disputed`, {
    as: bob,
    body: { ...good, locale: 'de', version: 1 },
    note: 'over a withdrawal',
  });
  await save('charge_disputed', { ...good, locale: 'de' }, 'after it was withdrawn');
  await page.expectKept('emails');
});
