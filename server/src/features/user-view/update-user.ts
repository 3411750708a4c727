import { isDeepStrictEqual } from 'node:util';
import type { User } from '@drumbeat/contract/users/users.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyPerson } from '../../platform/person-changes.ts';
import { changeAccountNiche } from '../accounts/change-account-niche.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { countNicheChoice, requireActiveNiche } from '../niches/niches.queries.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { lockUser, setNiche } from '../users/users.queries.ts';
import { fieldName } from '../users/users.rules.ts';
import { getUserView } from './get-user-view.ts';

/**
 * Changes the niche of a person and of their selected X account. Throws FIELD_NOT_WRITABLE if another field
 * has a value other than the current one, NICHE_LIMIT_REACHED, SUBSCRIPTION_CANCELED, VALIDATION_FAILED.
 */
export async function updateUser(
  deps: UsersDeps,
  actor: Actor,
  input: { niche?: string | undefined; [field: string]: unknown },
): Promise<User> {
  const { niche, ...others } = input;
  requireUnchanged(await getUserView(deps, actor.userId), others);
  if (niche !== undefined) await changeNiche(deps, actor, niche);
  return getUserView(deps, actor.userId);
}

/** The most fields to name in a response. */
const MOST_NAMED = 20;

function requireUnchanged(user: User, given: Record<string, unknown>): void {
  const holds = new Map<string, unknown>(Object.entries(user));
  const refused = Object.keys(given).filter(
    (field) => !isDeepStrictEqual(given[field], holds.get(fieldName(field))),
  );
  if (refused.length === 0) return;
  const fields = Object.fromEntries(
    refused.slice(0, MOST_NAMED).map((field) => [field, 'This field cannot be changed here.']),
  );
  throw new AppError('FIELD_NOT_WRITABLE', 'Only the niche can be changed here.', { data: { fields } });
}

async function changeNiche(deps: UsersDeps, actor: Actor, name: string): Promise<void> {
  const chosen = await requireActiveNiche(deps.db, name);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    await changeAccountNiche(deps, tx, user.id, chosen.name);
    if (user.niche === chosen.name) return;
    await setNiche(tx, user.id, chosen.name, at);
    await notifyPerson(tx, user.id, 'settings_changed', at);
    await recordAudit(tx, actor, {
      at,
      action: 'users.niche_changed',
      target: { type: 'user', id: user.id },
      details: { from: user.niche, to: chosen.name },
    });
    // Last, because everybody who chooses the same niche needs this row's lock.
    await countNicheChoice(tx, chosen.id);
  });
}
