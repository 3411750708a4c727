import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

export const featureFlags = pgTable('feature_flags', {
  key: text().primaryKey(),
  value: jsonb().$type<unknown>(),
});
