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
  for (const row of rows)
    expect(row).toMatchObject({ locale: 'en', is_published: true, version: 1, edited_at: null });
  expect(rows.find((row) => row.template_key === 'verify_email')).toMatchObject({
    subject: 'Verify your email for Drumbeat',
    html: expect.stringContaining('href="{{ link }}"'),
    plain: expect.stringContaining('{{ link }}'),
    variables: ['email', 'link', 'when', 'device', 'disown'].map((name) => ({ name })),
  });
  const versions = await versionsIn(database);
  const { subject, html, plain, variables } = rows[0] ?? {};
  expect(versions).toHaveLength(rows.length);
  expect(versions[0]).toMatchObject({
    version: 1,
    content: { subject, html, plain, variables },
    is_published: true,
    saved_by: null,
  });
});

test('a new text replaces one that nobody edited, as its next version', async () => {
  const database = await emptyDatabase();
  await seedTemplates(database.db);
  const fresh = await templatesIn(database);
  for (const difference of [
    sql`subject = 'old' where template_key = 'verify_email'`,
    sql`html = 'old' where template_key = 'two_factor_on'`,
    sql`plain = 'old' where template_key = 'two_factor_off'`,
    sql`variables = '[]' where template_key = 'layout'`,
  ])
    await database.db.execute(sql`update email_templates set ${difference}`);
  await seedTemplates(database.db);
  const without = (row: Record<string, unknown>) => ({ ...row, version: 0, updated_at: 0 });
  const rows = await templatesIn(database);
  expect(rows.map(without)).toEqual(fresh.map(without));
  const changed = ['layout', 'two_factor_off', 'two_factor_on', 'verify_email'];
  expect(rows.filter((row) => row.version === 2).map((row) => row.template_key)).toEqual(changed);
  const written = (await versionsIn(database)).filter(({ version }) => version === 2);
  expect(written.map((row) => row.subject_id)).toEqual(changed.map((key) => `${key}/en`));
});

test('ADM-EML-05 a text that staff edited stays, also where it is not published', async () => {
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
