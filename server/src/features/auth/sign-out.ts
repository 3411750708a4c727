import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AuthDeps } from './auth.deps.ts';
import { deleteSession } from './auth.store.ts';

/** Ends the session of the call; the person's other sessions stay open. */
export async function signOut(deps: Pick<AuthDeps, 'db' | 'clock'>, actor: Actor): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await deleteSession(tx, actor.sessionId);
    await recordAudit(tx, actor, {
      at: deps.clock.now(),
      action: 'auth.signed_out',
    });
  });
}
