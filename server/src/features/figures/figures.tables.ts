import { bigint, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { FigureName, ModelCall } from './figures.types.ts';

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

export const modelCalls = pgTable('model_calls', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  purpose: text('purpose').$type<ModelCall['purpose']>().notNull(),
  userId: id('user_id'),
  accountId: id('account_id'),
  tier: text('tier').notNull(),
  model: text('model').notNull(),
  inputTokens: integer('input_tokens').notNull(),
  outputTokens: integer('output_tokens').notNull(),
  costMicros: id('cost_micros').notNull(),
});
