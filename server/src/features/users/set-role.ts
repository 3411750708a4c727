import { type Actor, type SystemActor, systemActor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { notifyPerson } from '../../platform/person-changes.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { lockCustomer } from './users.queries.ts';
import { roleOf, roles } from './users.rules.ts';
import { countOtherAdmins, lockRoles, selectUserByEmail, updateUser } from './users.store.ts';
import type { Role, UserRecord } from './users.types.ts';

type Input = { userId: number; role: Role; enabled: boolean; reason?: string | undefined };

/**
 * Grants or revokes a role, for staff and for the command line. Returns all of the person's roles and the id
 * of the audit entry, null if nothing changed. Throws NOT_FOUND; FORBIDDEN for the last admin, for one's own
 * admin role, and for an unverified address.
 */
export async function setRole(
  deps: UsersDeps,
  actor: Actor | SystemActor,
  { userId, role, enabled, reason }: Input,
): Promise<{ roles: Role[]; changeId: number | null }> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    await lockRoles(tx);
    const user = await lockCustomer(tx, userId);
    if (user.roles.includes(role) === enabled) return { roles: user.roles, changeId: null };
    if (enabled) requireVerifiedAddress(user);
    else if (role === 'admin') await requireAnotherAdmin(tx, actor, userId);
    const roles = enabled ? [...user.roles, role].sort() : user.roles.filter((each) => each !== role);
    await updateUser(tx, userId, { roles, updatedAt: at });
    await notifyPerson(tx, userId, 'settings_changed', at);
    const changeId = await recordChange(tx, actor, {
      at,
      action: 'users.role_set',
      target: { type: 'user', id: userId },
      before: { roles: user.roles },
      after: { roles },
      details: { role, enabled },
      reason,
    });
    return { roles, changeId };
  });
}

function requireVerifiedAddress(user: UserRecord): void {
  if (!user.emailVerifiedAt)
    throw new AppError('FORBIDDEN', 'A role needs a verified email address. This one is not verified yet.');
}

async function requireAnotherAdmin(tx: Db, actor: Actor | SystemActor, userId: number): Promise<void> {
  if ('userId' in actor && actor.userId === userId)
    throw new AppError('FORBIDDEN', 'You cannot remove your own admin role. Ask another admin.');
  if ((await countOtherAdmins(tx, userId)) === 0)
    throw new AppError('FORBIDDEN', 'This is the last admin. Make somebody else an admin first.');
}

/**
 * Grants a person a role, for the command line. Idempotent. Returns a message with the result. Throws
 * VALIDATION_FAILED for an unknown role, and NOT_FOUND for an address without an account.
 */
export function grantRole(deps: UsersDeps, email: string, word: string): Promise<string> {
  return change(deps, email, word, true);
}

/**
 * Revokes a person's role, for the command line. Throws as `grantRole` does, and FORBIDDEN for the last
 * admin.
 */
export function revokeRole(deps: UsersDeps, email: string, word: string): Promise<string> {
  return change(deps, email, word, false);
}

async function change(deps: UsersDeps, email: string, word: string, enabled: boolean): Promise<string> {
  const role = roleOf(word);
  if (!role)
    throw new AppError('VALIDATION_FAILED', `There is no role '${word}'. The roles are ${roles.join(', ')}.`);
  const address = email.trim().toLowerCase();
  const person = await selectUserByEmail(deps.db, address);
  if (!person) throw new AppError('NOT_FOUND', `No account has the email ${address}. Sign up first.`);
  const saved = await setRole(deps, systemActor('command line'), { userId: person.id, role, enabled });
  return `${person.email} now has: ${saved.roles.join(', ') || 'no role'}.`;
}
