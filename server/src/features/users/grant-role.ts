import { systemActor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { roleOf, roles } from './users.rules.ts';
import { addRole } from './users.store.ts';

/**
 * Gives a person a role, for the command line; a repeat changes nothing. Returns a sentence with the result.
 * Throws VALIDATION_FAILED for an unknown role, and NOT_FOUND for an address without an account.
 */
export async function grantRole(deps: UsersDeps, email: string, word: string): Promise<string> {
  const role = roleOf(word);
  if (!role)
    throw new AppError('VALIDATION_FAILED', `There is no role '${word}'. The roles are ${roles.join(', ')}.`);
  const address = email.trim().toLowerCase();
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const user = await addRole(tx, address, role, at);
    if (!user) throw new AppError('NOT_FOUND', `No account has the email ${address}. Sign up first.`);
    await recordAudit(tx, systemActor('command line'), {
      at,
      action: 'users.role_granted',
      target: { type: 'user', id: user.id },
      details: { role },
    });
    return `${user.email} now has: ${user.roles.join(', ')}.`;
  });
}
