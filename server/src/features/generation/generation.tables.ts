import type { JobStatus } from '@drumbeat/contract/generation/generation.ts';
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { GenerationJob } from './generation.types.ts';
import type { Slot } from './jobs/slots.rules.ts';

export const generationJobs = pgTable('generation_jobs', {
  id: uuid().primaryKey().defaultRandom(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  status: text().$type<JobStatus>().notNull(),
  kind: text().$type<GenerationJob['kind']>().notNull().default('calendar'),
  niche: text().notNull(),
  isInTrial: boolean('is_in_trial').notNull(),
  daysText: text('days_text').notNull(),
  replaces: boolean().notNull(),
  slots: jsonb().$type<Slot[]>().notNull(),
  drafts: jsonb().$type<string[]>().notNull(),
  round: integer().notNull(),
  toAsk: integer('to_ask').notNull(),
  failures: integer().notNull(),
  refusals: jsonb().$type<GenerationJob['refusals']>().notNull(),
  error: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  usedAt: timestamp('used_at', { withTimezone: true }),
  finalizedAt: timestamp('finalized_at', { withTimezone: true }),
});

/** Grants by staff beyond an account's plan. */
export const generationGrants = pgTable('generation_grants', {
  accountId: bigint('account_id', { mode: 'number' }).primaryKey(),
  countedFrom: timestamp('counted_from', { withTimezone: true }),
  scheduledFrom: timestamp('scheduled_from', { withTimezone: true }),
});
