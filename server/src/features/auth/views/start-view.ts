import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { viewStarts } from '../../../platform/rate-limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { NO_REASON } from '../../audit/masks.rules.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { lockCustomer } from '../../users/users.queries.ts';
import { opensConsole } from '../../users/users.rules.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { viewEnd } from '../auth.rules.ts';
import { insertSession, lockSessionStart } from '../auth.store.ts';

/**
 * Opens a view of a customer for staff: a read-only session as the customer that ends with the staff session.
 * Throws NOT_FOUND; FORBIDDEN for oneself and for staff; RATE_LIMIT_EXCEEDED.
 */
export async function startView(
  { db, clock, limits }: Pick<AuthDeps, 'db' | 'clock' | 'limits'>,
  actor: Actor,
  { userId, reason = NO_REASON }: { userId: number; reason?: string | undefined },
): Promise<{ token: string; endsAt: Date }> {
  if (userId === actor.userId)
    throw new AppError('FORBIDDEN', 'This is your own account. Open the dashboard to see it.');
  await limits.consume(viewStarts, actor.userId);
  const at = clock.now();
  const token = randomToken();
  return inTransaction(db, async (tx) => {
    const { roles } = await lockCustomer(tx, userId);
    if (opensConsole(roles))
      throw new AppError('FORBIDDEN', 'This is a member of staff. Only customers can be viewed.');
    const begun = await lockSessionStart(tx, actor.sessionId);
    if (!begun) throw new AppError('UNAUTHENTICATED', 'Your session has ended. Please sign in to continue.');
    const endsAt = viewEnd(at, begun);
    await insertSession(tx, {
      userId,
      tokenHash: hashToken(token),
      createdAt: at,
      expiresAt: endsAt,
      lastSeenAt: at,
      viewerSessionId: actor.sessionId,
    });
    await recordAudit(tx, actor, {
      at,
      action: 'admin.view_started',
      target: { type: 'user', id: userId },
      details: { reason, endsAt: endsAt.toISOString() },
    });
    return { token, endsAt };
  });
}
