import { factKinds, feedProblems } from '@drumbeat/contract/facts/facts.rules.ts';
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const number = (name: string) => bigint(name, { mode: 'number' });
const instant = (name: string) => timestamp(name, { withTimezone: true });
const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export const facts = pgTable('facts', {
  id: id(),
  userId: number('user_id').notNull(),
  accountId: number('account_id').notNull(),
  kind: text({ enum: factKinds }).notNull(),
  text: text().notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export const factFeeds = pgTable('fact_feeds', {
  id: id(),
  userId: number('user_id').notNull(),
  accountId: number('account_id').notNull(),
  url: text().notNull(),
  title: text().notNull(),
  etag: text(),
  lastModified: text('last_modified'),
  readAt: instant('read_at').notNull(),
  problem: text({ enum: feedProblems }),
  nextReadAt: instant('next_read_at').notNull(),
  createdAt: instant('created_at').notNull(),
});

export const feedEntries = pgTable('feed_entries', {
  id: id(),
  feedId: number('feed_id').notNull(),
  mark: text().notNull(),
  title: text().notNull(),
  text: text().notNull(),
  url: text(),
  publishedAt: instant('published_at'),
});
