import { failureCodes } from '@drumbeat/contract/posts/failure-codes.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { storedHolds, storedStatuses } from '../post/post-words.rules.ts';
import { attemptOutcomes, postEventKinds } from './by-hand/post-history.rules.ts';
import { deletionWays, unknownReasons } from './publishing.types.ts';

/*
 * Publishing's own tables. It shares `posts` with the feature posts, which reads it; publishing writes it: in
 * changes.store.ts for people's changes, in publishing.store.ts for the engine.
 */

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const number = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true });

export const postAttempts = pgTable(
  'post_attempts',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    postId: number('post_id').notNull(),
    accountId: number('account_id').notNull(),
    startedAt: instant('started_at').notNull(),
    calledAt: instant('called_at'),
    unknownReason: text('unknown_reason', { enum: unknownReasons }),
    unknownSince: instant('unknown_since'),
    outcome: text({ enum: attemptOutcomes }).notNull(),
    tweetId: text('tweet_id'),
    errorCode: text('error_code', { enum: failureCodes }),
    errorMessage: text('error_message'),
    settledAt: instant('settled_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.id] })],
);

/** One row per account: its queue and its current attempt. Accessed with plain SQL. */
export const lanes = pgTable('lanes', {
  accountId: number('account_id').primaryKey(),
  userId: number('user_id').notNull(),
  nextPost: number('next_post'),
  nextDue: instant('next_due'),
  notBefore: instant('not_before'),
  hold: text({ enum: storedHolds }),
  openPost: number('open_post'),
  epoch: number('epoch').notNull().default(0),
  worker: integer(),
  startedAt: instant('started_at'),
  calledAt: instant('called_at'),
  unknownReason: text('unknown_reason', { enum: unknownReasons }),
  unknownSince: instant('unknown_since'),
  certainAt: instant('certain_at'),
  lookAt: instant('look_at'),
  looks: integer().notNull().default(0),
  absents: integer().notNull().default(0),
});

export const workers = pgTable('workers', {
  number: integer().primaryKey().generatedAlwaysAsIdentity(),
  process: text().notNull(),
  instance: uuid().notNull(),
  startedAt: instant('started_at').notNull(),
  aliveUntil: instant('alive_until').notNull(),
});

export const postEvents = pgTable('post_events', {
  id: id(),
  postId: number('post_id').notNull(),
  at: instant('at').notNull(),
  kind: text({ enum: postEventKinds }).notNull(),
  detail: jsonb().$type<Record<string, unknown>>().notNull(),
});

export const accountHolds = pgTable(
  'account_holds',
  {
    accountId: number('account_id').notNull(),
    reason: text({ enum: storedHolds }).notNull(),
    until: instant('until'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.reason] })],
);

export const accountHoldLog = pgTable('account_hold_log', {
  id: id(),
  accountId: number('account_id').notNull(),
  at: instant('at').notNull(),
  kind: text({ enum: ['held', 'released'] }).notNull(),
  reason: text({ enum: storedHolds }).notNull(),
  until: instant('until'),
});

export const restores = pgTable('restores', {
  id: id(),
  backupFrom: instant('backup_from').notNull(),
  restoredAt: instant('restored_at').notNull(),
});

export const failureEmails = pgTable('failure_emails', {
  userId: number('user_id').primaryKey(),
  at: instant('at').notNull(),
});

export const weeklySummaries = pgTable('weekly_summaries', {
  userId: number('user_id').primaryKey(),
  dueAt: instant('due_at').notNull(),
  week: text(),
});

export const streamTokens = pgTable('stream_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: number('user_id').notNull(),
  sessionId: number('session_id').notNull(),
  purpose: text().notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const deletedPosts = pgTable('deleted_posts', {
  postId: number('post_id').primaryKey(),
  userId: number('user_id').notNull(),
  accountId: number('account_id').notNull(),
  content: text().notNull(),
  scheduledAt: instant('scheduled_at').notNull(),
  status: text({ enum: storedStatuses }).notNull(),
  createdAt: instant('created_at').notNull(),
  deletedAt: instant('deleted_at').notNull(),
  deletedBy: number('deleted_by'),
  way: text({ enum: deletionWays }).notNull(),
  isPaused: boolean('is_paused').notNull().default(false),
  movedFrom: instant('moved_from'),
  retryCount: integer('retry_count').notNull().default(0),
  errorCode: text('error_code', { enum: failureCodes }),
  errorMessage: text('error_message'),
  generationJobId: uuid('generation_job_id'),
  history: jsonb().notNull(),
  attempts: jsonb().notNull(),
});

export const publishingPauses = pgTable('publishing_pauses', {
  windowId: number('window_id').primaryKey(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at'),
});

export const publishingStop = pgTable('publishing_stop', {
  oneRow: boolean('one_row').primaryKey().default(true),
  reason: text().notNull(),
  since: instant('since').notNull(),
  failures: integer().notNull().default(1),
  tryAt: instant('try_at').notNull(),
});
