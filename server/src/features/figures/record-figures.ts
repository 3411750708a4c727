import type { Db } from '../../platform/database.ts';
import { modelCostMicros } from './costs.rules.ts';
import { insertFigureChanges, insertModelCall } from './figures.store.ts';
import type { FigureChange, ModelCall } from './figures.types.ts';

/** Counts what happened at an instant, in the transaction in which it happened. Changes of 0 are left out. */
export async function recordFigures(tx: Db, at: Date, changes: readonly FigureChange[]): Promise<void> {
  await insertFigureChanges(
    tx,
    at,
    changes.filter(({ amount }) => amount !== 0),
  );
}

/** Writes down a call of a language model with what it cost, and counts that. */
export async function recordModelCall(tx: Db, call: ModelCall): Promise<void> {
  const costMicros = modelCostMicros(call);
  await insertModelCall(tx, { ...call, costMicros });
  await recordFigures(tx, call.at, [
    { name: 'costs.model', label: call.tier, amount: costMicros },
    { name: 'costs.kind', label: 'model', amount: costMicros },
  ]);
}
