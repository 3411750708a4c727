import type { FactKind } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { factChanges } from '../../platform/limits.ts';
import { ownsAccountNow } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { FactsDeps } from './facts.deps.ts';
import { factNotFound } from './facts.errors.ts';
import { deleteFactRow, selectFactForUpdate, updateFact } from './facts.store.ts';
import type { FactRecord } from './facts.types.ts';

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
