import { systemActor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { setRole } from './set-role.ts';
import type { UsersDeps } from './users.deps.ts';
import { roleOf, roles } from './users.rules.ts';
import { selectUserByEmail } from './users.store.ts';

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
