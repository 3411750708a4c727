import type { DraftPost } from '@drumbeat/contract/generation.ts';
import { z } from 'zod/mini';

const draft = z.object({
  id: z.string(),
  content: z.string(),
  scheduledTime: z.string(),
  scheduledTimeLocal: z.string(),
  status: z.literal('Pending'),
}) satisfies z.ZodMiniType<DraftPost>;

/** What is stored of an edited but unscheduled preview: the kept and the removed drafts. */
export const keptDrafts = z.object({ kept: z.array(draft), removed: z.array(draft) });
