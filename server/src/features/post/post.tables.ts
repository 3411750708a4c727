import { failureCodes } from '@drumbeat/contract/posts/failure-codes.ts';
import {
  bigint,
  boolean,
  integer,
  pgEnum,
  pgTable,
  pgView,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { shownHolds, shownStatuses, storedStatuses } from './post-words.rules.ts';

const postStatus = pgEnum('post_status', storedStatuses);

const instant = (name: string) => timestamp(name, { withTimezone: true });
const number = (name: string) => bigint(name, { mode: 'number' });

/** Columns that a row of `posts` and a row of the view `shown_posts` have in common. */
const shared = () => ({
  userId: number('user_id').notNull(),
  accountId: number('account_id').notNull(),
  content: text().notNull(),
  scheduledAt: instant('scheduled_at').notNull(),
  scheduledLocal: text('scheduled_local').notNull(),
  dueAt: instant('due_at').notNull(),
  movedFrom: instant('moved_from'),
  tweetId: text('tweet_id'),
  postedAt: instant('posted_at'),
  errorCode: text('error_code', { enum: failureCodes }),
  errorMessage: text('error_message'),
  failureToldAt: instant('failure_told_at'),
  generationJobId: uuid('generation_job_id'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const posts = pgTable('posts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...shared(),
  /** Whether X sees a link in the text. */
  hasLink: boolean('has_link').notNull().default(false),
  status: postStatus().notNull().default('pending'),
  isPaused: boolean('is_paused').notNull().default(false),
  retryCount: integer('retry_count').notNull().default(0),
  startedAt: instant('started_at'),
  calledAt: instant('called_at'),
});

/**
 * Posts with the state from their account's lane: whether a worker is publishing the post, and what holds it.
 */
export const shownPosts = pgView('shown_posts', {
  id: bigint({ mode: 'number' }).notNull(),
  ...shared(),
  status: text({ enum: shownStatuses }).notNull(),
  holdReason: text('hold_reason', { enum: shownHolds }),
  isPaused: boolean('is_paused').notNull(),
  retryCount: integer('retry_count').notNull(),
}).existing();
