import { FACTS_MOST, type FactKind, readSheet, sameFact } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { factChanges } from '../../platform/rate-limits.ts';
import { findAccount, ownsAccountNow } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../users/users.queries.ts';
import { factNotFound, sheetRefused, tooManyFacts } from './facts.errors.ts';
import { deleteFactRow, insertFacts, selectFactForUpdate, selectFacts, updateFact } from './facts.store.ts';
import type { FactRecord, FactsDeps, FeedWithEntries } from './facts.types.ts';
import { selectFeeds } from './feeds.store.ts';

/** The facts and feeds of the person's account. Throws X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND. */
export async function listFacts(
  { db }: Pick<FactsDeps, 'db'>,
  actor: Pick<Actor, 'userId'>,
  input: { twitterAccountId?: number | undefined },
): Promise<{ facts: FactRecord[]; feeds: FeedWithEntries[] }> {
  const { id } = await findAccount(db, actor.userId, input.twitterAccountId);
  const [facts, feeds] = await Promise.all([selectFacts(db, id), selectFeeds(db, id)]);
  return { facts, feeds };
}

type Sheet = { twitterAccountId?: number | undefined; kind: FactKind; sheet: string };

/**
 * Adds the facts of a sheet to an account, all or none. Skips facts that the account already has, so a repeat
 * adds nothing. Throws X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, SHEET_INVALID, FACT_LIMIT_REACHED,
 * RATE_LIMIT_EXCEEDED.
 */
export async function createFacts(
  deps: FactsDeps,
  actor: Actor,
  input: Sheet,
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

type Edit = { kind?: FactKind | undefined; text?: string | undefined };

/** Changes the text or the kind of a fact. Throws FACT_NOT_FOUND, RATE_LIMIT_EXCEEDED. */
export async function editFact(deps: FactsDeps, actor: Actor, id: number, edit: Edit): Promise<FactRecord> {
  await deps.limits.consume(factChanges, actor.userId);
  return inTransaction(deps.db, async (tx) => {
    const fact = await requireOwnFact(tx, actor, id);
    const at = deps.clock.now();
    const { kind = fact.kind, text = fact.text } = edit;
    const edited = await updateFact(tx, id, { kind, text, updatedAt: at });
    await recordAudit(tx, actor, { at, action: 'facts.edited', target: { type: 'fact', id } });
    return edited ?? fact;
  });
}

/** Deletes a fact. Throws FACT_NOT_FOUND, RATE_LIMIT_EXCEEDED. */
export async function deleteFact(deps: FactsDeps, actor: Actor, id: number): Promise<void> {
  await deps.limits.consume(factChanges, actor.userId);
  await inTransaction(deps.db, async (tx) => {
    await requireOwnFact(tx, actor, id);
    await deleteFactRow(tx, id);
    const at = deps.clock.now();
    await recordAudit(tx, actor, { at, action: 'facts.deleted', target: { type: 'fact', id } });
  });
}

/** The person's fact of a connected account, locked until the transaction ends. */
async function requireOwnFact(tx: Db, { userId }: Actor, id: number): Promise<FactRecord> {
  const fact = await selectFactForUpdate(tx, id);
  const isOwn = fact?.userId === userId && (await ownsAccountNow(tx, userId, fact.accountId));
  if (!isOwn) throw factNotFound();
  return fact;
}
