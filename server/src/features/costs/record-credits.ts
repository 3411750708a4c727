import type { CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { CostsDeps } from './costs.deps.ts';
import { insertCredits } from './costs.store.ts';
import { getCredits, getSpent } from './get-credits.ts';

type Input = { key: string; dollars: number; reason?: string | undefined };

/**
 * Records the balance that X shows, once per key; from then on our ledger counts it down. Returns the new
 * state.
 */
export async function recordCredits(
  deps: CostsDeps,
  actor: Actor,
  { key, dollars, reason }: Input,
): Promise<CreditState> {
  const before = await getCredits(deps);
  const at = deps.clock.now();
  const balanceMicros = Math.round(dollars * 100) * 10_000;
  await inTransaction(deps.db, async (tx) => {
    const spentMicros = await getSpent({ db: tx });
    if (!(await insertCredits(tx, { key, at, balanceMicros, spentMicros }))) return;
    await recordChange(tx, actor, {
      at,
      action: 'costs.credits_recorded',
      target: { type: 'credits', id: key },
      before: { balanceMicros: before.balance_micros },
      after: { balanceMicros },
      reason,
    });
  });
  return getCredits(deps);
}
