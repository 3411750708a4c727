import { failureCodes } from '@drumbeat/contract/posts.ts';
import {
  bigint,
  boolean,
  integer,
  pgEnum,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { shownHolds, shownStatuses, storedStatuses } from './post-words.rules.ts';

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
  isPaused: boolean('is_paused').notNull().default(false),
  movedFrom: timestamp('moved_from', { withTimezone: true }),
  retryCount: integer('retry_count').notNull().default(0),
  tweetId: text('tweet_id'),
  postedAt: timestamp('posted_at', { withTimezone: true }),
  errorCode: text('error_code', { enum: failureCodes }),
  errorMessage: text('error_message'),
  failureToldAt: timestamp('failure_told_at', { withTimezone: true }),
  generationJobId: uuid('generation_job_id'),
  startedAt: timestamp('started_at', { withTimezone: true }),
  calledAt: timestamp('called_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

/** Posts as people see them: whether a worker has one in hand, and what holds it, stands in the lane of its account. */
export const shownPosts = pgView('shown_posts', {
  id: bigint({ mode: 'number' }).notNull(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  content: text().notNull(),
  scheduledAt: timestamp('scheduled_at', { withTimezone: true }).notNull(),
  scheduledLocal: text('scheduled_local').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  status: text({ enum: shownStatuses }).notNull(),
  holdReason: text('hold_reason', { enum: shownHolds }),
  isPaused: boolean('is_paused').notNull(),
  movedFrom: timestamp('moved_from', { withTimezone: true }),
  retryCount: integer('retry_count').notNull(),
  tweetId: text('tweet_id'),
  postedAt: timestamp('posted_at', { withTimezone: true }),
  errorCode: text('error_code', { enum: failureCodes }),
  errorMessage: text('error_message'),
  failureToldAt: timestamp('failure_told_at', { withTimezone: true }),
  generationJobId: uuid('generation_job_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
}).existing();

/** What a request with a key of the browser's has saved, so that a repeat saves nothing. */
export const postRequests = pgTable(
  'post_requests',
  {
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    key: uuid().notNull(),
    postIds: bigint('post_ids', { mode: 'number' }).array().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** The private calendar feed of a person. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: bigint('user_id', { mode: 'number' }).primaryKey(),
  secretHash: text('secret_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
