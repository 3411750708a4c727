import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { promptTemplates as prompts } from './prompts.tables.ts';
import type { PromptContent, PromptRecord, Variant } from './prompts.types.ts';

const columns = {
  templateKey: prompts.templateKey,
  locale: prompts.locale,
  niche: prompts.niche,
  role: prompts.role,
  model: prompts.model,
  description: prompts.description,
  content: prompts.content,
  variables: prompts.variables,
  isPublished: prompts.isPublished,
  version: prompts.version,
  updatedAt: prompts.updatedAt,
};
const isOf = ({ templateKey, locale, niche }: Variant) =>
  and(
    eq(prompts.templateKey, templateKey),
    eq(prompts.locale, locale),
    sql`lower(${prompts.niche}) = lower(${niche})`,
  );

/** Inserts prompts, and updates those that differ and were never edited. Returns those that were written. */
export function upsertUneditedPrompts(
  tx: Db,
  given: readonly (Variant & PromptContent)[],
): Promise<PromptRecord[]> {
  const next = {
    role: sql`excluded.role`,
    model: sql`excluded.model`,
    description: sql`excluded.description`,
    content: sql`excluded.content`,
    variables: sql`excluded.variables`,
  };
  const { role, model, description, content, variables } = prompts;
  return tx
    .insert(prompts)
    .values([...given])
    .onConflictDoUpdate({
      target: [prompts.templateKey, prompts.locale, prompts.niche],
      set: { ...next, version: sql`${prompts.version} + 1`, updatedAt: sql`now()` },
      setWhere: sql`${prompts.editedAt} is null and (${role}, ${model}, ${description}, ${content}, ${variables})
        is distinct from (${next.role}, ${next.model}, ${next.description}, ${next.content}, ${next.variables})`,
    })
    .returning(columns);
}

/** Prompts whose key, description or niche contains the text, by key, locale and niche. */
export function selectPrompts(db: Db, text: string, limit: number): Promise<PromptRecord[]> {
  const holds = (column: unknown) => sql`position(lower(${text}) in lower(${column})) > 0`;
  return db
    .select(columns)
    .from(prompts)
    .where(or(holds(prompts.templateKey), holds(prompts.description), holds(prompts.niche)))
    .orderBy(asc(prompts.templateKey), asc(prompts.locale), asc(prompts.niche))
    .limit(limit);
}

export async function selectPrompt(db: Db, variant: Variant): Promise<PromptRecord | undefined> {
  const [row] = await db.select(columns).from(prompts).where(isOf(variant));
  return row;
}

/** Inserts or updates what staff saved; new releases do not overwrite it from then on. */
export async function upsertEditedPrompt(tx: Db, record: PromptRecord): Promise<void> {
  const row = { ...record, editedAt: record.updatedAt };
  const { templateKey: _key, locale: _locale, niche: _niche, ...changed } = row;
  const updated = await tx.update(prompts).set(changed).where(isOf(record)).returning(columns);
  if (updated.length === 0) await tx.insert(prompts).values(row);
}
