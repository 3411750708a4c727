import type { FeedbackCategory } from '@drumbeat/contract/feedback/feedback.rules.ts';
import { bigint, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

export const feedback = pgTable('feedback', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  category: text().$type<FeedbackCategory>().notNull(),
  rating: smallint(),
  message: text().notNull(),
  pagePath: text('page_path').notNull(),
  requestId: text('request_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
