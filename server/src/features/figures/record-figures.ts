import type { Db } from '../../platform/database/database.ts';
import { modelCostMicros } from './costs.rules.ts';
import { insertFigureChanges, insertModelCall } from './figures.store.ts';
import type { FigureChange, ModelCall } from './figures.types.ts';

/** Records changes of figures, in the transaction that causes them. Skips changes of 0. */
export async function recordFigures(tx: Db, at: Date, changes: readonly FigureChange[]): Promise<void> {
  await insertFigureChanges(
    tx,
    at,
    changes.filter(({ amount }) => amount !== 0),
  );
}

/** Records a model call with its cost, and adds that to the figures. */
export async function recordModelCall(tx: Db, call: ModelCall): Promise<void> {
  const costMicros = modelCostMicros(call);
  await insertModelCall(tx, { ...call, costMicros });
  await recordFigures(tx, call.at, [
    { name: 'costs.model', label: call.tier, amount: costMicros },
    { name: 'costs.kind', label: 'model', amount: costMicros },
  ]);
}
