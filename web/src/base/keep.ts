/**
 * Unsaved text input, kept in local storage until the person saves or discards it.
 * Drafts survive a reload, the end of a session, maintenance and closing the browser; signing out removes them.
 *
 *     keepDraft({ person: user.id, name: `edit:${post.id}` }, { content });
 * readDraft(key, z.object({ content: z.string() }));   // null if there is none or its shape differs
 *
 * In components use `useDraft` of `api/useDraft.ts`, which knows the person.
 */

/** `name` identifies the input: `edit:12`, `new-post:7`. */
export type DraftKey = { person: string; name: string };

/** The part of a schema that reading needs; satisfied by zod and the lighter `zod/mini`. */
export type DraftSchema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false };
};

const PREFIX = 'draft:';
/** Longer drafts are not kept: local storage holds about 5 million characters in total. */
const DRAFT_MAX_CHARS = 200_000;
/** If there are more, the oldest are removed. */
const DRAFTS_MAX = 30;

const entryOf = ({ person, name }: DraftKey): string => `${PREFIX}${person}:${name}`;

function entries(): string[] {
  return Object.keys(localStorage).filter((entry) => entry.startsWith(PREFIX));
}

function parse(text: string | null): { at: number; value: unknown } | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('value' in kept)) return null;
    return typeof kept.at === 'number' ? { at: kept.at, value: kept.value } : null;
  } catch {
    return null;
  }
}

function dropOldest(): void {
  const ages = entries().map((entry) => ({ entry, at: parse(localStorage.getItem(entry))?.at ?? 0 }));
  const surplus = ages.sort((a, b) => b.at - a.at).slice(DRAFTS_MAX);
  for (const { entry } of surplus) localStorage.removeItem(entry);
}

/** Stores a JSON-serializable value. If it is too long or storage is full, the draft is silently dropped. */
export function keepDraft(key: DraftKey, value: unknown): void {
  const entry = entryOf(key);
  const text = JSON.stringify({ at: Date.now(), value });
  const isNew = localStorage.getItem(entry) === null;
  try {
    if (text.length > DRAFT_MAX_CHARS) localStorage.removeItem(entry);
    else localStorage.setItem(entry, text);
  } catch {
    localStorage.removeItem(entry);
  }
  if (isNew) dropOldest();
}

/** The stored value; null if there is none or it no longer matches the schema. */
export function readDraft<T>(key: DraftKey, schema: DraftSchema<T>): T | null {
  const kept = parse(localStorage.getItem(entryOf(key)));
  if (!kept) return null;
  const read = schema.safeParse(kept.value);
  return read.success ? read.data : null;
}

export function hasDraft(key: DraftKey): boolean {
  return localStorage.getItem(entryOf(key)) !== null;
}

export function dropDraft(key: DraftKey): void {
  localStorage.removeItem(entryOf(key));
}

/** Removes all drafts (at sign-out), or all except those of the person `but` (when they sign in). */
export function dropAllDrafts({ but }: { but?: string } = {}): void {
  for (const entry of entries()) {
    if (but === undefined || !entry.startsWith(entryOf({ person: but, name: '' }))) {
      localStorage.removeItem(entry);
    }
  }
}
