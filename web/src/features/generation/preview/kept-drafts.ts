import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { z } from 'zod/mini';

const source = z.object({
  claim: z.string(),
  sourceId: z.string(),
  label: z.string(),
  url: z.nullable(z.string()),
}) satisfies z.ZodMiniType<PostSource>;
const draft = z.object({
  id: z.string(),
  content: z.string(),
  scheduledTime: z.string(),
  scheduledTimeLocal: z.string(),
  status: z.literal('Pending'),
  sources: z.optional(z.array(source)),
}) satisfies z.ZodMiniType<DraftPost>;

/** What is stored of an edited but unscheduled preview: the kept and the removed drafts. */
export const keptDrafts = z.object({ kept: z.array(draft), removed: z.array(draft) });
