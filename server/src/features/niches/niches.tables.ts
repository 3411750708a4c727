import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const niches = pgTable('niches', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  slug: text().notNull(),
  parentId: bigint('parent_id', { mode: 'number' }),
  isActive: boolean('is_active').notNull().default(true),
  selectionCount: integer('selection_count').notNull().default(0),
});
