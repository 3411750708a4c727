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

test('ADM-EML-02 each email and the layout get a published template once, however many processes start at once', async () => {
  const database = await emptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => seedTemplates(database.db)));
  const rows = await templatesIn(database);
  expect(rows.map((row) => row.template_key)).toEqual([...emailKinds, 'layout'].toSorted());
  for (const row of rows)
    expect(row).toMatchObject({ locale: 'en', is_published: true, version: 1, edited_at: null });
  const versions = await versionsIn(database);
  const { subject, html, plain, variables } = rows[0] ?? {};
  expect(versions).toHaveLength(rows.length);
  const content = { subject, html, plain, variables };
  expect(versions[0]).toMatchObject({ version: 1, content, is_published: true, saved_by: null });
});

test('ADM-EML-05 a new text replaces one that nobody edited, as its next version; what staff edited stays', async () => {
  const database = await emptyDatabase();
  await seedTemplates(database.db);
  await database.db.execute(sql`
    update email_templates set subject = 'Ours', version = 7, is_published = false, edited_at = now()
    where template_key in ('marketing', 'password_reset')`);
  const fresh = await templatesIn(database);
  for (const difference of [
    sql`subject = 'old' where template_key = 'verify_email'`,
    sql`html = 'old' where template_key = 'two_factor_on'`,
    sql`plain = 'old' where template_key = 'two_factor_off'`,
    sql`variables = '[]' where template_key = 'layout'`,
  ])
    await database.db.execute(sql`update email_templates set ${difference}`);
  await seedTemplates(database.db);
  const changed = ['layout', 'two_factor_off', 'two_factor_on', 'verify_email'];
  const rows = await templatesIn(database);
  expect(rows).toEqual(
    fresh.map((row) =>
      changed.includes(String(row.template_key))
        ? { ...row, version: 2, updated_at: expect.anything() }
        : row,
    ),
  );
  const written = (await versionsIn(database)).filter(({ version }) => version === 2);
  expect(written.map((row) => row.subject_id)).toEqual(changed.map((key) => `${key}/en`));
});
