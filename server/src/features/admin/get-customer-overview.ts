import type { CustomerOverview } from '@drumbeat/contract/admin.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { AdminDeps } from './admin.deps.ts';
import { customerOverview } from './admin.view.ts';
import { recordAudit } from './record-audit.ts';

/**
 * What staff see of a customer first. Address and provider ids are masked unless `sensitive` asks for them, and that
 * is written to the audit log. Throws NOT_FOUND.
 */
export async function getCustomerOverview(
  deps: AdminDeps,
  actor: Actor,
  { userId, sensitive }: { userId: number; sensitive: boolean },
): Promise<CustomerOverview> {
  const record = await deps.recordOf(userId);
  if (!record) throw new AppError('NOT_FOUND', 'There is no customer with this id.');
  const [user, providerIds, generations] = await Promise.all([
    deps.userOf(userId),
    deps.providerIdsOf(userId),
    deps.generationsOf(userId),
  ]);
  if (sensitive) {
    await recordAudit(deps.db, actor, {
      at: deps.clock.now(),
      action: 'admin.sensitive_shown',
      target: { type: 'user', id: userId },
      details: { view: 'overview' },
    });
  }
  const { createdAt, updatedAt } = record;
  return customerOverview({ user, createdAt, updatedAt, ...providerIds, generations }, sensitive);
}
