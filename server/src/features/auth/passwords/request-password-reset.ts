import type { Visitor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { queues } from '../../../platform/queues.ts';
import { resetMailsByAddress, resetMailsByEmail, resetMailsInAll } from '../../../platform/rate-limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUserByEmail, lockUser } from '../../users/users.queries.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { resetEnd } from '../auth.rules.ts';
import { insertEmailToken, selectTokenTimes } from '../auth.store.ts';

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
    request: deps.sealer.seal('password reset', JSON.stringify(request)),
  });
}

type Request = { email: string; at: string; visitor: Visitor };

/**
 * Emails a link to reset the password, if the address has an account. Earlier links stay valid until one is
 * used, because all of them reach only the owner. Idempotent: a request older than the newest link sends
 * nothing.
 */
export async function sendResetLink(deps: AuthDeps, job: { request: string }): Promise<void> {
  const request = JSON.parse(deps.sealer.open('password reset', job.request)) as Request;
  const found = await findUserByEmail(deps.db, request.email);
  if (!found) return;
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, found.id);
    const since = new Date(Date.parse(request.at) - 1);
    if ((await selectTokenTimes(tx, user.id, 'reset_password', since)).length > 0) return;
    const now = deps.clock.now();
    const token = randomToken();
    await insertEmailToken(tx, {
      userId: user.id,
      purpose: 'reset_password',
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: resetEnd(now),
    });
    await queueEmail(deps, tx, {
      userId: user.id,
      to: user.email,
      template: 'reset_password',
      variables: { email: user.email, link: `${deps.publicUrl}/reset-password?token=${token}` },
    });
    // The caller's identity is not proven, so the person is the target of the audit entry, not its actor.
    await recordAudit(tx, request.visitor, {
      at: now,
      action: 'auth.reset_requested',
      target: { type: 'user', id: user.id },
    });
  });
}
