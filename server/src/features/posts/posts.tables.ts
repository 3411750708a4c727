import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The posts that a request with an idempotency key has saved, so that a repeat saves nothing. */
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

/** The sources of a post's claims when it was saved, in order. */
export const postSources = pgTable(
  'post_sources',
  {
    postId: bigint('post_id', { mode: 'number' }).notNull(),
    position: integer().notNull(),
    claim: text().notNull(),
    sourceId: text('source_id').notNull(),
    label: text().notNull(),
    url: text(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.position] })],
);

/** A person's private calendar feed. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: bigint('user_id', { mode: 'number' }).primaryKey(),
  secretHash: text('secret_hash').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
