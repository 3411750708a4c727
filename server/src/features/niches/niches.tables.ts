import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const niches = pgTable('niches', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  slug: text().notNull(),
  parentId: bigint('parent_id', { mode: 'number' }),
  isActive: boolean('is_active').notNull().default(true),
  selectionCount: integer('selection_count').notNull().default(0),
});

export const nicheRequests = pgTable('niche_requests', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }).notNull(),
  name: text().notNull(),
  notes: text(),
  status: text().$type<'open' | 'added' | 'declined'>().notNull().default('open'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
