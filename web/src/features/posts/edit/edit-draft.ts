import type { DraftSchema } from '../../../base/keep.ts';

/** The stored draft of an edit: the text, and the local time as in its field. */
export type EditDraft = { content: string; time: string };

function isEditDraft(value: unknown): value is EditDraft {
  const { content, time } = (value ?? {}) as Partial<Record<keyof EditDraft, unknown>>;
  return typeof content === 'string' && typeof time === 'string';
}

/** Written by hand: the list shows an editor at once, and a schema library would be a tenth of its code. */
export const editDraft: DraftSchema<EditDraft> = {
  safeParse: (value) => (isEditDraft(value) ? { success: true, data: value } : { success: false }),
};

export function editDraftName(postId: string): string {
  return `edit:${postId}`;
}
