import type { DraftPost } from '@drumbeat/contract/generation.ts';
import { z } from 'zod/mini';

const draft = z.object({
  id: z.string(),
  content: z.string(),
  scheduledTime: z.string(),
  scheduledTimeLocal: z.string(),
  status: z.literal('Pending'),
}) satisfies z.ZodMiniType<DraftPost>;

/** What is kept of a preview that was edited and not scheduled: the drafts that stay, and the removed ones. */
export const keptDrafts = z.object({ kept: z.array(draft), removed: z.array(draft) });
