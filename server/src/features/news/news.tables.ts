import type { NewsItem } from '@drumbeat/contract/news/news.ts';
import { date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const news = pgTable('news', {
  niche: text().primaryKey(),
  items: jsonb().$type<NewsItem[]>().notNull(),
  refreshedAt: timestamp('refreshed_at', { withTimezone: true }),
  etag: text(),
  lastModified: text('last_modified'),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
  day: date(),
  refreshes: integer().notNull(),
});
