import { z } from 'zod/mini';

/** The stored draft of a new post. `key` stays the same across retries, so that it is saved only once. */
export const composerDraft = z.object({
  key: z.string(),
  content: z.string(),
  when: z.enum(['free', 'chosen']),
  /** Local time as in its field: `2026-11-21T09:00`. */
  time: z.string(),
});
export type ComposerDraft = z.infer<typeof composerDraft>;

/** A copy has its own draft, so that it does not overwrite the draft of a new post. */
export function composerDraftName(accountId: string, source: { id: string } | null): string {
  return source ? `duplicate:${source.id}` : `new-post:${accountId}`;
}
