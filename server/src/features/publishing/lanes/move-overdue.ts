import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { findAccountsByIds } from '../../accounts/accounts.queries.ts';
import { spokenTime } from '../../emails/emails.rules.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { findUser } from '../../users/users.queries.ts';
import { accountsDueBefore } from '../engine/publishing.store.ts';
import { selectPause } from '../engine/stops.store.ts';
import type { MoveDeps } from '../publishing.deps.ts';
import { misfireBefore, movedBefore } from '../publishing.rules.ts';
import { lockLanes, type Where } from './lock-lanes.ts';
import { movePosts } from './schedule-posts.ts';
import { nextFreeSlots, rhythmOf } from './slots.rules.ts';
import { selectPlanned } from './waiting.store.ts';

const ACCOUNTS_AT_A_TIME = 500;
const OUTAGE = 'Publishing was interrupted for more than an hour.';
const MAINTENANCE = 'Drumbeat was down for maintenance.';

/**
 * After an outage or a maintenance window: moves posts that are over an hour late or came due in the window
 * to their account's next free slots, and the account's other overdue posts after them, in order. Does
 * nothing during a window. Returns how many moved; call again until 0.
 */
export async function moveMisfired(deps: MoveDeps, onProgress?: () => void): Promise<number> {
  const now = deps.clock.now();
  const pause = await selectPause(deps.db, now);
  if (pause.isPaused) return 0;
  const before = movedBefore(now, pause.endedAt);
  const emailReason = before > misfireBefore(now) ? MAINTENANCE : OUTAGE;
  let moved = 0;
  for (const accountId of await accountsDueBefore(deps.db, before, now, ACCOUNTS_AT_A_TIME)) {
    moved += await inTransaction(deps.db, (tx) =>
      moveOverdue(deps, tx, { accountId, until: now, emailReason }),
    );
    onProgress?.();
  }
  return moved;
}

/**
 * Moves posts planned for `until` or earlier. `emailReason` is the reason given in an email; without it none is
 * sent. `only` limits the move to these post ids.
 */
type Move = Omit<Where, 'now'> & { until: Date; emailReason?: string; only?: ReadonlySet<number> };

/**
 * Moves an account's overdue pending posts to its next free slots, in order, and emails the owner if `emailReason`
 * is set. Skips posts that are being published. Returns how many moved.
 */
export async function moveOverdue(deps: MoveDeps, tx: Db, move: Move): Promise<number> {
  const now = deps.clock.now();
  const lane = move.lane ?? (await lockLanes(tx, [move.accountId]))[0];
  const planned = await selectPlanned(tx, move.accountId, now);
  const overdue = planned.filter(
    ({ id, at, status, isPaused }) =>
      status === 'pending' && !isPaused && at <= move.until && (move.only?.has(id) ?? true),
  );
  const [account] = await findAccountsByIds(tx, [move.accountId]);
  const owner = account && (await findUser(tx, account.userId));
  if (overdue.length === 0 || !account || !owner) return 0;
  const taken = new Set(planned.map((post) => post.at.getTime()));
  const rhythm = rhythmOf(planned.map((post) => post.local));
  const slots = nextFreeSlots(rhythm, owner.timeZone, now, taken, overdue.length);
  // There may be fewer free slots than posts: the rest stay for the next run.
  const moves = overdue.flatMap(({ id }, index) => (slots[index] ? [{ id, ...slots[index] }] : []));
  await movePosts(tx, { accountId: move.accountId, now, lane }, moves);
  if (move.emailReason !== undefined) {
    const variables = {
      count: String(moves.length),
      username: account.username,
      reason: move.emailReason,
      first: slots[0] ? spokenTime(slots[0].local) : '',
      link: `${deps.publicUrl}/dashboard`,
    };
    await queueEmail(deps, tx, { userId: owner.id, to: owner.email, template: 'posts_moved', variables });
  }
  return moves.length;
}
