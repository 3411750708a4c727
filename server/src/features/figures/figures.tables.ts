import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { CostKind, FigureName, ModelCall, ReadKind } from './figures.types.ts';

const id = (name: string) => bigint(name, { mode: 'number' });

export const figureChanges = pgTable('figure_changes', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  day: date('day').notNull(),
  figure: text('figure').$type<FigureName>().notNull(),
  label: text('label').notNull(),
  amount: id('amount').notNull(),
});

export const figureDays = pgTable('figure_days', {
  day: date('day').notNull(),
  figure: text('figure').$type<FigureName>().notNull(),
  label: text('label').notNull(),
  amount: id('amount').notNull(),
});

export const costEntries = pgTable('cost_entries', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  kind: text('kind').$type<CostKind>().notNull(),
  count: integer('count').notNull().default(1),
  purpose: text('purpose').$type<ModelCall['purpose']>(),
  userId: id('user_id'),
  accountId: id('account_id'),
  postId: id('post_id'),
  isSummed: boolean('is_summed').notNull().default(false),
  tier: text('tier').notNull(),
  model: text('model'),
  inputTokens: integer('input_tokens'),
  outputTokens: integer('output_tokens'),
  costMicros: id('cost_micros').notNull(),
});

/** A person's costs in a UTC month. */
export const costMonths = pgTable(
  'cost_months',
  {
    month: date('month').notNull(),
    userId: id('user_id').notNull(),
    posts: id('post_count').notNull(),
    postsWithLink: id('link_count').notNull(),
    xMicros: id('x_micros').notNull(),
    modelMicros: id('model_micros').notNull(),
    costMicros: id('cost_micros').generatedAlwaysAs(sql`x_micros + model_micros`).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.month] })],
);

/** Objects read at X on a UTC day. */
export const billedReads = pgTable(
  'billed_reads',
  {
    day: date('day').notNull(),
    kind: text('kind').$type<ReadKind>().notNull(),
    objectId: text('object_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.objectId] })],
);
