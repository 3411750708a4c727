import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { tellPerson } from '../../platform/person-changes.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { updateUser } from './users.store.ts';

/** The optional emails that a person wants; omitted choices stay as they are. */
type Choices = { emailConsent?: boolean | undefined; weeklySummary?: boolean | undefined };

/** Changes the consent to marketing emails and the choice of a weekly summary. Audited. */
export async function updateEmailChoices(
  deps: UsersDeps,
  actor: Actor,
  { emailConsent, weeklySummary }: Choices,
): Promise<void> {
  const at = deps.clock.now();
  const change = {
    ...(emailConsent === undefined ? {} : { emailConsent }),
    ...(weeklySummary === undefined ? {} : { weeklySummary }),
  };
  if (Object.keys(change).length === 0) return;
  await inTransaction(deps.db, async (tx) => {
    await updateUser(tx, actor.userId, { ...change, updatedAt: at });
    await tellPerson(tx, actor.userId, 'settings_changed', at);
    await recordAudit(tx, actor, {
      at,
      action: 'users.preferences_changed',
      target: { type: 'user', id: actor.userId },
      details: change,
    });
  });
}
