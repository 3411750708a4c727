import type { Visitor } from '../../../platform/actor.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { resetMailsByAddress, resetMailsByEmail, resetMailsInAll } from '../../../platform/limits.ts';
import { queues } from '../../../platform/queues.ts';
import { hashToken } from '../../../platform/secrets.ts';
import type { AuthDeps } from '../auth.deps.ts';

/**
 * Accepts a request for a reset link. A job looks up whether the address has an account, so the answer and
 * its timing are the same either way. Throws RATE_LIMIT_EXCEEDED above 20 an hour per network, 5 per email
 * and network, or 20 per email.
 */
export async function requestPasswordReset(
  deps: Pick<AuthDeps, 'db' | 'clock' | 'limits' | 'jobs' | 'sealer'>,
  input: { email: string },
  visitor: Visitor,
): Promise<void> {
  const network = networkOf(visitor.origin.ip);
  await deps.limits.consume(resetMailsByAddress, network);
  await deps.limits.consume(resetMailsByEmail, hashToken(`${input.email} ${network}`));
  await deps.limits.consume(resetMailsInAll, hashToken(input.email));
  const request = { email: input.email, at: deps.clock.now().toISOString(), visitor };
  await deps.jobs.enqueue(deps.db, queues.sendResetLink, {
    request: deps.sealer.seal(JSON.stringify(request)),
  });
}
