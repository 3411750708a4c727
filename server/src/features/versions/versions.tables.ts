import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Subject } from './versions.types.ts';

export const savedVersions = pgTable('saved_versions', {
  subjectType: text('subject_type').$type<Subject['type']>().notNull(),
  subjectId: text('subject_id').notNull(),
  version: integer().notNull(),
  content: jsonb().$type<unknown>().notNull(),
  isPublished: boolean('is_published').notNull(),
  isWithdrawal: boolean('is_withdrawal').notNull().default(false),
  savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  savedBy: bigint('saved_by', { mode: 'number' }),
  reason: text(),
});
