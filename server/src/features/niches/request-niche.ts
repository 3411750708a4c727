import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { nicheRequests } from '../../platform/limits.ts';
import type { NichesDeps } from './niches.deps.ts';
import { insertNicheRequest, selectActiveNiche } from './niches.store.ts';

/**
 * Stores a person's niche request. Idempotent. Throws VALIDATION_FAILED if the niche exists, and
 * RATE_LIMIT_EXCEEDED after ten a day.
 */
export async function requestNiche(
  deps: NichesDeps,
  actor: Pick<Actor, 'userId'>,
  input: { name: string; notes?: string | undefined },
): Promise<void> {
  const listed = await selectActiveNiche(deps.db, input.name);
  if (listed) {
    const message = `${listed.name} is already in the list. You can choose it above.`;
    throw new AppError('VALIDATION_FAILED', message, { data: { fields: { name: message } } });
  }
  await deps.limits.consume(nicheRequests, actor.userId);
  await insertNicheRequest(deps.db, {
    userId: actor.userId,
    name: input.name,
    notes: input.notes || null,
    createdAt: deps.clock.now(),
  });
}
