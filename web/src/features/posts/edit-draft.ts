import { z } from 'zod/mini';

/** What is kept of an edit that was typed and not saved: the words, and the wall clock as in its field. */
export const editDraft = z.object({ content: z.string(), time: z.string() });
export type EditDraft = z.infer<typeof editDraft>;

export function editDraftName(postId: string): string {
  return `edit:${postId}`;
}
