import type { Db } from '../../platform/database.ts';
import { accountsByIds } from '../accounts/find-account.ts';
import { findUser } from '../users/find-user.ts';
import { nextFreeSlots, rhythmOf } from './free-slots.rules.ts';
import { applyMoves, lockSlots, plannedOf } from './overdue.store.ts';

/**
 * Moves an account's pending posts whose time has passed to its next free slots, in their order. Returns how many.
 * Waits for nothing: a post that is being claimed or edited at this moment stays where it is.
 */
export async function moveOverdue(tx: Db, accountId: number, now: Date): Promise<number> {
  await lockSlots(tx, accountId);
  const planned = await plannedOf(tx, accountId);
  const overdue = planned.filter((post) => post.status === 'pending' && post.at <= now);
  if (overdue.length === 0) return 0;
  const taken = new Set(planned.map((post) => post.at.getTime()));
  const rhythm = rhythmOf(planned.map((post) => post.local));
  const [account] = await accountsByIds(tx, [accountId]);
  const zone = (account && (await findUser(tx, account.userId))?.timeZone) ?? 'UTC';
  const slots = nextFreeSlots(rhythm, zone, now, taken, overdue.length);
  await applyMoves(
    tx,
    slots.map((slot, index) => ({ id: overdue[index]?.id ?? 0, ...slot })),
    now,
  );
  return slots.length;
}
