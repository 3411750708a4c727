/**
 * Words that somebody typed and has not saved, kept in local storage until they save or discard them.
 * They survive a reload, the end of a session, maintenance and a closed browser; signing out removes them.
 *
 *     keepDraft({ person: user.id, name: `edit:${post.id}` }, { content });
 *     readDraft(key, z.object({ content: z.string() }));   // null if there is none, or another shape was kept
 *
 * In a component use `useDraft` of `api/useDraft.ts`, which knows the person.
 */

/** `name` says what is typed: `edit:12`, `new-post:7`. */
export type DraftKey = { person: string; name: string };

/** What reading needs of a schema; any of zod, or of the lighter `zod/mini`. */
export type DraftSchema<T> = {
  safeParse: (value: unknown) => { success: true; data: T } | { success: false };
};

const PREFIX = 'draft:';
/** A longer draft is not kept: local storage holds about 5 million characters for everything. */
export const DRAFT_MAX_CHARS = 200_000;
/** Beyond this many the oldest goes. */
export const DRAFTS_MAX = 30;

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

/** Keeps a value that JSON can carry. One too long, or a full storage, leaves nothing behind: typing goes on. */
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

/** The kept value; null where there is none or it no longer fits the schema. */
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

/** Removes all drafts: at sign-out. With `but`, those of everybody else: when that person signs in. */
export function dropAllDrafts({ but }: { but?: string } = {}): void {
  for (const entry of entries()) {
    if (but === undefined || !entry.startsWith(entryOf({ person: but, name: '' }))) {
      localStorage.removeItem(entry);
    }
  }
}
