import type { Visitor } from '../../platform/actor.ts';
import { networkOf } from '../../platform/http/proxies.ts';
import { resetMailsByAddress, resetMailsByEmail, resetMailsInAll } from '../../platform/limits.ts';
import { queues } from '../../platform/queues.ts';
import { hashToken } from '../../platform/secrets.ts';
import type { AuthDeps } from './auth.deps.ts';

/**
 * Takes a request for a reset link. Whether the address has an account is looked up by a job, so that this answers the
 * same and does the same work either way. Throws RATE_LIMIT_EXCEEDED: 20 an hour from one network, 5 for one email from
 * one network, 20 for one email.
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
