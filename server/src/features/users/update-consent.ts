import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { tellPerson } from '../../platform/person-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { updateUser } from './users.store.ts';

/** Gives or withdraws the consent to marketing email. Audited. */
export async function updateConsent(deps: UsersDeps, actor: Actor, emailConsent: boolean): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await updateUser(tx, actor.userId, { emailConsent, updatedAt: at });
    await tellPerson(tx, actor.userId, 'settings_changed', at);
    await recordAudit(tx, actor, {
      at,
      action: 'users.preferences_changed',
      target: { type: 'user', id: actor.userId },
      details: { emailConsent },
    });
  });
}
