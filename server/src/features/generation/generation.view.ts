import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { DraftPost, getGenerationStatus } from '@drumbeat/contract/generation/generation.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import type { z } from 'zod';
import type { GenerationJob } from './generation.types.ts';
import { progressOf } from './jobs/drafts.rules.ts';

/**
 * Shown beside each draft: how close it is to the account's own posts, and its sources, in the order of the
 * drafts.
 */
type Beside = { nearnessOf: (text: string) => Nearness | null; sources: readonly PostSource[][] };

/** A job as its owner sees it; without posts until all are there. */
export function generationView(
  job: GenerationJob,
  beside: Beside,
): z.input<typeof getGenerationStatus.response> {
  const completed = job.status === 'completed';
  return {
    status: job.status,
    progress: progressOf(job.drafts.length, job.slots.length),
    message: messageOf(job),
    result: completed
      ? { posts: postsOf(job, beside), isInTrial: job.isInTrial, daysText: job.daysText }
      : null,
    error: job.error,
  };
}

function postsOf(job: GenerationJob, { nearnessOf, sources }: Beside): DraftPost[] {
  return job.slots.map((slot, i) => {
    const content = job.drafts[i] ?? '';
    const nearness = nearnessOf(content);
    return {
      id: `${job.createdAt.getTime()}-${i}`,
      content,
      scheduledTime: slot.scheduledTime,
      scheduledTimeLocal: slot.scheduledTimeLocal,
      status: 'Pending',
      ...(nearness ? { nearness } : {}),
      ...(sources[i]?.length ? { sources: sources[i] } : {}),
    };
  });
}

function messageOf(job: GenerationJob): string {
  const [written, planned] = [job.drafts.length, job.slots.length];
  switch (job.status) {
    case 'pending':
      return 'Waiting to start';
    case 'processing':
      return job.failures > 0
        ? `The AI is slow to answer. ${written} of ${planned} posts written`
        : `${written} of ${planned} posts written`;
    case 'completed':
      return planned === 1 ? '1 post is ready' : `${planned} posts are ready`;
    case 'failed':
      return 'No posts were generated';
  }
}
