import { emailKinds } from '@drumbeat/contract/emails/emails.ts';
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createLogger } from '../../platform/logger.ts';
import { seedTemplates } from './seed-templates.ts';

async function emptyDatabase(): Promise<Database> {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const database = openDatabase(url, createLogger('silent', 'test'), 8);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  return database;
}

async function templatesIn({ db }: Database): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute(sql`select * from email_templates order by template_key`);
  return rows;
}

async function versionsIn({ db }: Database): Promise<Record<string, unknown>[]> {
  const { rows } = await db.execute(
    sql`select * from saved_versions where subject_type = 'email_template' order by subject_id, version`,
  );
  return rows;
}

test('ADM-EML-02 each email and the layout get a published template with its variables', async () => {
  const database = await emptyDatabase();
  await seedTemplates(database.db);
  const rows = await templatesIn(database);
  expect(rows.map((row) => row.template_key)).toEqual([...emailKinds, 'layout'].toSorted());
  const versions = await versionsIn(database);
  for (const [index, row] of rows.entries()) {
    expect(row).toMatchObject({ locale: 'en', is_published: true, version: 1, edited_at: null });
    const { subject, html, plain, variables } = row;
    expect(versions[index]).toEqual({
      subject_type: 'email_template',
      subject_id: `${row.template_key}/en`,
      version: 1,
      content: { subject, html, plain, variables },
      is_published: true,
      is_withdrawal: false,
      saved_at: expect.stringContaining(String(row.updated_at).slice(0, 19)),
      saved_by: null,
      reason: null,
    });
  }
  expect(versions).toHaveLength(rows.length);
  expect(rows.find((row) => row.template_key === 'verify_email')).toMatchObject({
    subject: 'Verify your email for Drumbeat',
    html: expect.stringContaining('href="{{ link }}"'),
    plain: expect.stringContaining('{{ link }}'),
    variables: ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name })),
  });
});

test('a later start changes nothing', async () => {
  const database = await emptyDatabase();
  await seedTemplates(database.db);
  const before = await templatesIn(database);
  await seedTemplates(database.db);
  expect(await templatesIn(database)).toEqual(before);
  expect(await versionsIn(database)).toHaveLength(before.length);
});

test('a new text replaces one that nobody edited, as its next version', async () => {
  const database = await emptyDatabase();
  await seedTemplates(database.db);
  const fresh = await templatesIn(database);
  const differences = [
    sql`subject = 'old' where template_key = 'verify_email'`,
    sql`html = 'old' where template_key = 'two_factor_on'`,
    sql`plain = 'old' where template_key = 'two_factor_off'`,
    sql`variables = '[]' where template_key = 'layout'`,
  ];
  for (const difference of differences)
    await database.db.execute(sql`update email_templates set ${difference}`);
  await seedTemplates(database.db);
  const without = (row: Record<string, unknown>) => ({ ...row, version: 0, updated_at: 0 });
  const rows = await templatesIn(database);
  expect(rows.map(without)).toEqual(fresh.map(without));
  const changed = rows.filter((row) => row.version !== 1).map((row) => [row.template_key, row.version]);
  // The time of a text is that of its version.
  for (const [index, row] of rows.entries())
    expect(row.updated_at === fresh[index]?.updated_at).toBe(row.version === 1);
  expect(changed).toEqual([
    ['layout', 2],
    ['two_factor_off', 2],
    ['two_factor_on', 2],
    ['verify_email', 2],
  ]);
  const written = (await versionsIn(database)).filter(({ version }) => version === 2);
  expect(written.map((row) => row.subject_id)).toEqual([
    'layout/en',
    'two_factor_off/en',
    'two_factor_on/en',
    'verify_email/en',
  ]);
});

test('ADM-EML-05 what staff edited stays, also where it is not published', async () => {
  const database = await emptyDatabase();
  await seedTemplates(database.db);
  await database.db.execute(sql`
    update email_templates set subject = 'Ours', version = 7, is_published = false, edited_at = now()
    where template_key in ('verify_email', 'layout')`);
  const before = await templatesIn(database);
  await seedTemplates(database.db);
  expect(await templatesIn(database)).toEqual(before);
});

test('several processes that start at once write each template once', async () => {
  const database = await emptyDatabase();
  await Promise.all(Array.from({ length: 8 }, () => seedTemplates(database.db)));
  const rows = await templatesIn(database);
  expect(rows).toHaveLength(emailKinds.length + 1);
  for (const row of rows) expect(row.version).toBe(1);
});
