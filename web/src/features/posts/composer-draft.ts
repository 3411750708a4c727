import { z } from 'zod/mini';

/** What is kept of a post that is being written. `key` stays the same however often it is sent, so that it is saved once. */
export const composerDraft = z.object({
  key: z.string(),
  content: z.string(),
  when: z.enum(['free', 'chosen']),
  /** A wall clock as its field has it: `2026-11-21T09:00`. */
  time: z.string(),
});
export type ComposerDraft = z.infer<typeof composerDraft>;

/** A copy of a post has its own draft, so that a new post that waits is not lost to it. */
export function composerDraftName(accountId: string, source: { id: string } | null): string {
  return source ? `duplicate:${source.id}` : `new-post:${accountId}`;
}
