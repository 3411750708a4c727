import type { FeedbackCategory } from '@drumbeat/contract/feedback/feedback.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { feedbackMessages } from '../../platform/rate-limits.ts';
import { insertFeedback } from './feedback.store.ts';
import type { FeedbackDeps } from './feedback.types.ts';

type Input = {
  message: string;
  category: FeedbackCategory;
  rating?: number | null | undefined;
  pagePath: string;
};

/** Stores a person's feedback. Throws RATE_LIMIT_EXCEEDED after five messages an hour. */
export async function sendFeedback(
  deps: FeedbackDeps,
  actor: Pick<Actor, 'userId' | 'requestId'>,
  input: Input,
): Promise<void> {
  await deps.limits.consume(feedbackMessages, actor.userId);
  await insertFeedback(deps.db, {
    ...input,
    rating: input.rating ?? null,
    userId: actor.userId,
    requestId: actor.requestId,
    createdAt: deps.clock.now(),
  });
}
