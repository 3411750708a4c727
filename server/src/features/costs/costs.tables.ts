import { bigint, date, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

const micros = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A balance that staff read on X's page, and what X had cost until then according to our ledger. */
export const xCredits = pgTable('x_credits', {
  key: uuid('key').primaryKey(),
  /** The order of recording: two may be recorded in the same millisecond. */
  number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  balanceMicros: micros('balance_micros').notNull(),
  spentMicros: micros('spent_micros').notNull(),
});

/** The expected cost of the posts planned for a UTC day. */
export const plannedCosts = pgTable('planned_costs', {
  day: date('day').primaryKey(),
  costMicros: micros('cost_micros').notNull(),
  countedAt: instant('counted_at').notNull(),
});
