import { bigint, date, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

const micros = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What staff have read off X's page, and what X had cost until then by our ledger. */
export const xCredits = pgTable('x_credits', {
  key: uuid('key').primaryKey(),
  /** In the order of noting: two may be noted in one millisecond. */
  number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  balanceMicros: micros('balance_micros').notNull(),
  spentMicros: micros('spent_micros').notNull(),
});

/** What the posts that are planned for a day of UTC will cost. */
export const plannedCosts = pgTable('planned_costs', {
  day: date('day').primaryKey(),
  costMicros: micros('cost_micros').notNull(),
  countedAt: instant('counted_at').notNull(),
});
