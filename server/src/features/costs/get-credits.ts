import type { CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { recordChange } from '../audit/record-audit.ts';
import { sumAllFigures, sumFigures } from '../figures/figures.queries.ts';
import type { CostsDeps } from './costs.deps.ts';
import { insertCredits, selectCredits, selectPlannedCosts } from './costs.store.ts';
import { costsAhead, daysLeft, isLow, nextMonth } from './forecast.rules.ts';

/** How many past whole days the average is taken from. */
const USUAL_DAYS = 7;

/**
 * The remaining credits at X, and how long they last, given what is planned and the average of the last seven
 * days.
 */
export async function getCredits(deps: CostsDeps): Promise<CreditState> {
  const now = deps.clock.now();
  const [noted, planned, spent, usual] = await Promise.all([
    selectCredits(deps.db),
    selectPlannedCosts(deps.db),
    getSpent(deps),
    readUsual(deps, now),
  ]);
  const balance = noted ? noted.balanceMicros - (spent - noted.spentMicros) : null;
  const pace = { planned: new Map(planned.map((each) => [each.day, each.costMicros])), ...usual };
  const costs = costsAhead(pace, now);
  const days = balance === null ? null : daysLeft(balance, costs);
  return {
    balance_micros: balance,
    recorded_at: noted?.at.toISOString() ?? null,
    days_left: days,
    next_30_days_micros: nextMonth(costs),
    alarm_days: deps.alarmDays,
    is_low: isLow(balance, days, deps.alarmDays),
    counted_at: planned[0]?.countedAt.toISOString() ?? null,
  };
}

/** Everything that X has ever charged, in millionths of a dollar. */
async function getSpent(deps: Pick<CostsDeps, 'db'>): Promise<number> {
  return total(await sumAllFigures(deps.db, ['costs.x']));
}

/** The average daily cost of posts and reads, over the last USUAL_DAYS whole days. */
async function readUsual(deps: CostsDeps, now: Date): Promise<{ postsADay: number; readsADay: number }> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const week = { from: day(now.getTime() - USUAL_DAYS * DAY_MS), until: day(now.getTime()) };
  const sums = await sumFigures(deps.db, ['costs.kind'], week);
  const aDay = (...kinds: string[]) => total(sums.filter(({ label }) => kinds.includes(label))) / USUAL_DAYS;
  return { postsADay: aDay('post', 'post_with_link'), readsADay: aDay('post_read', 'profile_read') };
}

function total(sums: readonly { amount: number }[]): number {
  return sums.reduce((sum, { amount }) => sum + amount, 0);
}

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
