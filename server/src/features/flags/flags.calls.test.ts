import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';

test('docs/calls/flags.md says what the calls of the flags answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const admin = await buildUser(app, { email: 'grace@staff.example', roles: ['admin'] });
  const ops = await buildUser(app, { email: 'olga@staff.example', roles: ['ops'] });
  const support = await buildUser(app, { email: 'sam@staff.example', roles: ['support'] });
  const run = (statement: ReturnType<typeof sql>) => page.prepare(() => app.platform.db.execute(statement));
  const save = (key: string, body: object, note?: string, as = ops) =>
    ask('PUT', `/api/admin/flags/${key}`, { as, body, ...(note ? { note } : {}) });
  const versions = (query: string, note?: string) =>
    ask('GET', `/api/admin/flags/beta_editor/versions${query}`, { as: ops, ...(note ? { note } : {}) });

  await ask('GET', '/api/public/flags', { note: 'as every installation has them' });
  await ask('GET', '/api/admin/flags', { as: ops });
  await ask('GET', '/api/admin/flags', { as: support, note: 'for support, who may not' });

  await save('beta_editor', {}, 'a new one, with its key alone');
  const value = { share: 0.25, groups: ['a', null] };
  page.advance(61_000);
  await save(
    'beta_editor',
    { value, description: 'Who tries the editor', version: 1, reason: 'A first group' },
    'on top of the version that was read',
    admin,
  );
  page.advance(1_000);
  await save('beta_editor', { value: false, version: 1 }, 'on top of an older version');
  await save('beta_editor', { value: 'off' }, 'without the version that was read; the description stays');
  await save('beta_editor', { value: 'off', description: '', version: 3 }, 'the description is emptied');
  await save('new_flag', { value: 1, version: 7 }, 'a new one, though a version was read');

  await save('beta_editor', { value: 'on', version: 5 }, 'on top of a version that is not there yet');

  await save('plans_enabled', { value: 'no' }, 'a value that browsers cannot read');
  await save('cardano_pricing', { value: { currency: 'EUR', priceUsd: 0 } }, 'a part of it is wrong');
  await save('cardano_pricing', { value: { currency: ' EUR ', priceUsd: 7.5 } });
  await save('cardano_enabled', { value: null }, 'no value, so browsers have the default');
  await save('plans_enabled', { value: false, version: 1 });
  await save('Beta', { value: 1 }, 'a key with a capital');
  await run(sql`update feature_flags set value = '"yes"' where key = 'cardano_enabled'`);
  await ask('GET', '/api/public/flags', { note: 'one changed, one of them unreadable' });
  await run(sql`delete from feature_flags where key = 'plans_enabled'`);
  await ask('GET', '/api/public/flags', { note: 'one of them missing' });

  await run(sql`update saved_versions set saved_by = null where subject_id = 'beta_editor' and version = 1`);
  await run(sql`insert into saved_versions (subject_type, subject_id, version, content, is_published, saved_at)
    values ('prompt', 'beta_editor', 9, '{}', true, now())`);
  await versions('', 'all of them, the first by an update');
  await versions('?limit=3&page=1');
  await versions('?limit=3&page=2');
  await versions('?limit=4', 'exactly as many as there are');
  await ask('GET', '/api/admin/flags/unknown/versions', { as: ops, note: 'of no flag' });
  await run(sql`update saved_versions set saved_by = null where subject_id = 'beta_editor' and version = 4`);
  await save('beta_editor', { value: 1, version: 3 }, 'after an update of Drumbeat saved it');
  await page.expectKept('flags');
});
