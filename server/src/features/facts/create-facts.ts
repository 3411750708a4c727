import { FACTS_MOST, type FactKind, readSheet, sameFact } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { factChanges } from '../../platform/limits.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../users/users.queries.ts';
import type { FactsDeps } from './facts.deps.ts';
import { sheetRefused, tooManyFacts } from './facts.errors.ts';
import { insertFacts, selectFacts } from './facts.store.ts';
import type { FactRecord } from './facts.types.ts';

type Input = { twitterAccountId?: number | undefined; kind: FactKind; sheet: string };

/**
 * Adds the facts of a sheet to an account, all or none. Skips facts that the account already has, so a repeat
 * adds nothing. Throws X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, SHEET_INVALID, FACT_LIMIT_REACHED,
 * RATE_LIMIT_EXCEEDED.
 */
export async function createFacts(
  deps: FactsDeps,
  actor: Actor,
  input: Input,
): Promise<{ facts: FactRecord[]; known: number }> {
  await deps.limits.consume(factChanges, actor.userId);
  const sheet = readSheet(input.sheet, input.kind);
  if (sheet.faults.length > 0 || sheet.facts.length === 0) throw sheetRefused(sheet.faults);
  return inTransaction(deps.db, async (tx) => {
    // Locking the person prevents two sheets from counting the same free places.
    await lockUser(tx, actor.userId);
    const { id: accountId } = await findAccount(tx, actor.userId, input.twitterAccountId);
    const present = await selectFacts(tx, accountId);
    const said = new Set(present.map(({ text }) => sameFact(text)));
    const added = sheet.facts.filter(({ text }) => !said.has(sameFact(text)));
    const room = FACTS_MOST - present.length;
    if (added.length > room) throw tooManyFacts(room);
    const at = deps.clock.now();
    const facts = await insertFacts(tx, { userId: actor.userId, accountId, at }, added);
    if (facts.length > 0)
      await recordAudit(tx, actor, {
        at,
        action: 'facts.added',
        target: { type: 'x_account', id: accountId },
        details: { count: facts.length },
      });
    return { facts, known: sheet.facts.length - facts.length };
  });
}
