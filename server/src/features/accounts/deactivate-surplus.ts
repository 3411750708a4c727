import { systemActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import { queueEmail } from '../emails/sending/queue-email.ts';
import { lockUser } from '../users/users.queries.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { splitByLimit } from './accounts.rules.ts';
import { deselectOthers, selectAccounts, updateAccountRow } from './accounts.store.ts';

/**
 * Deactivates the newest active accounts beyond a plan's limit, holds their posts and emails the owner, in
 * the transaction that changes the plan. Locking the person blocks new connections. A larger plan reactivates
 * none of them.
 */
export async function deactivateSurplus(
  deps: Pick<AccountsDeps, 'clock' | 'holds' | 'publicUrl'> & QueueEmailDeps,
  tx: Db,
  userId: number,
  limit: number,
): Promise<void> {
  const person = await lockUser(tx, userId);
  const accounts = await selectAccounts(tx, userId);
  const { kept, surplus } = splitByLimit(
    accounts.filter((account) => account.isActive),
    limit,
  );
  const now = deps.clock.now();
  for (const { id } of surplus) {
    await updateAccountRow(tx, id, { isActive: false, updatedAt: now });
    await deps.holds.hold(tx, id, 'disconnected');
    await recordAudit(tx, systemActor('worker'), {
      at: now,
      action: 'accounts.deactivated',
      target: { type: 'x_account', id: String(id) },
      details: { userId, limit },
    });
  }
  if (surplus.length > 0)
    await queueEmail(deps, tx, {
      userId,
      to: person.email,
      template: 'accounts_switched_off',
      variables: {
        usernames: namesOf(surplus),
        active: namesOf(kept) || 'none',
        link: `${deps.publicUrl}/dashboard`,
      },
    });
  const [first] = kept;
  if (first && surplus.some((account) => account.selected)) {
    await deselectOthers(tx, userId, first.id, now);
    await updateAccountRow(tx, first.id, { selected: true, updatedAt: now });
  }
}

function namesOf(accounts: readonly { username: string }[]): string {
  return accounts.map((account) => `@${account.username}`).join(', ');
}
