import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { updateUser } from './users.store.ts';

type Preferences = { emailConsent?: boolean | undefined; timeZone?: string | undefined };

/** Changes the consent to marketing email and the time zone; what is not given stays. Both are audited. */
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
