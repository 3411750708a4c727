import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { emailTemplates } from './emails.tables.ts';
import type { EmailContent, TemplateRecord } from './emails.types.ts';

const columns = {
  templateKey: emailTemplates.templateKey,
  locale: emailTemplates.locale,
  subject: emailTemplates.subject,
  html: emailTemplates.html,
  plain: emailTemplates.plain,
  variables: emailTemplates.variables,
  isPublished: emailTemplates.isPublished,
  version: emailTemplates.version,
  updatedAt: emailTemplates.updatedAt,
};

type NewTemplate = EmailContent & { templateKey: string; locale: string };

/**
 * Inserts templates, and updates those that differ and were never edited. Returns those that were written.
 */
export async function upsertUneditedTemplates(
  tx: Db,
  templates: readonly NewTemplate[],
): Promise<TemplateRecord[]> {
  const old = emailTemplates;
  const given = {
    subject: sql`excluded.subject`,
    html: sql`excluded.html`,
    plain: sql`excluded.plain`,
    variables: sql`excluded.variables`,
  };
  return tx
    .insert(emailTemplates)
    .values([...templates])
    .onConflictDoUpdate({
      target: [old.templateKey, old.locale],
      set: { ...given, version: sql`${old.version} + 1`, updatedAt: sql`now()` },
      setWhere: sql`${old.editedAt} is null and (${old.subject}, ${old.html}, ${old.plain}, ${old.variables})
        is distinct from (${given.subject}, ${given.html}, ${given.plain}, ${given.variables})`,
    })
    .returning(columns);
}

/** Templates whose key or subject contains the text, by key and locale. */
export function selectTemplates(db: Db, text: string, limit: number): Promise<TemplateRecord[]> {
  const holds = (column: unknown) => sql`position(lower(${text}) in lower(${column})) > 0`;
  return db
    .select(columns)
    .from(emailTemplates)
    .where(or(holds(emailTemplates.templateKey), holds(emailTemplates.subject)))
    .orderBy(asc(emailTemplates.templateKey), asc(emailTemplates.locale))
    .limit(limit);
}

export async function selectTemplate(
  db: Db,
  key: string,
  locale: string,
): Promise<TemplateRecord | undefined> {
  const [row] = await db
    .select(columns)
    .from(emailTemplates)
    .where(and(eq(emailTemplates.templateKey, key), eq(emailTemplates.locale, locale)));
  return row;
}

/** Inserts or updates what staff saved; new releases do not overwrite it from then on. */
export async function upsertEditedTemplate(tx: Db, template: TemplateRecord): Promise<void> {
  const row = { ...template, editedAt: template.updatedAt };
  const { templateKey: _key, locale: _locale, ...changed } = row;
  await tx
    .insert(emailTemplates)
    .values(row)
    .onConflictDoUpdate({ target: [emailTemplates.templateKey, emailTemplates.locale], set: changed });
}
