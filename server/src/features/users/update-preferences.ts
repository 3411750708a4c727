import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { updateUser } from './users.store.ts';

type Preferences = { emailConsent?: boolean | undefined; timeZone?: string | undefined };

/** Changes what a person chose about mail and time; what is not given stays as it is. Consent is kept on record. */
export async function updatePreferences(deps: UsersDeps, actor: Actor, input: Preferences): Promise<void> {
  const at = deps.clock.now();
  const change = {
    ...(input.emailConsent === undefined ? {} : { emailConsent: input.emailConsent }),
    ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
  };
  await inTransaction(deps.db, async (tx) => {
    await updateUser(tx, actor.userId, { ...change, updatedAt: at });
    await recordAudit(tx, actor, {
      at,
      action: 'users.preferences_changed',
      target: { type: 'user', id: actor.userId },
      details: change,
    });
  });
}
