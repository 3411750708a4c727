import type { Actor } from '../../../platform/actor.ts';
import { recordShown } from '../../audit/record-audit.ts';
import { findCustomer } from '../../users/users.queries.ts';
import type { CustomerSessionsDeps } from '../auth.deps.ts';
import type { ShownSession } from '../auth.types.ts';
import { listSessions } from './list-sessions.ts';

/** A customer's live sessions, for staff; showing unmasked addresses is audited first. Throws NOT_FOUND. */
export async function listCustomerSessions(
  { db, clock }: CustomerSessionsDeps,
  actor: Actor,
  { userId, sensitive }: { userId: number; sensitive: boolean },
): Promise<ShownSession[]> {
  const { roles } = await findCustomer(db, userId);
  const at = clock.now();
  if (sensitive) await recordShown(db, actor, { at, view: 'sessions', target: { type: 'user', id: userId } });
  return listSessions({ db, clock }, { userId, roles });
}
