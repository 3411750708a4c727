import { failureCodes } from '@drumbeat/contract/posts.ts';
import { bigint, integer, pgEnum, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { storedHolds, storedStatuses } from './post-words.rules.ts';

const postStatus = pgEnum('post_status', storedStatuses);

export const posts = pgTable('posts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  content: text().notNull(),
  scheduledAt: timestamp('scheduled_at', { withTimezone: true }).notNull(),
  scheduledLocal: text('scheduled_local').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  status: postStatus().notNull().default('pending'),
  holdReason: text('hold_reason', { enum: storedHolds }),
  movedFrom: timestamp('moved_from', { withTimezone: true }),
  retryCount: integer('retry_count').notNull().default(0),
  tweetId: text('tweet_id'),
  postedAt: timestamp('posted_at', { withTimezone: true }),
  errorCode: text('error_code', { enum: failureCodes }),
  errorMessage: text('error_message'),
  generationJobId: uuid('generation_job_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
