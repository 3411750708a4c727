import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const maintenanceWindows = pgTable('maintenance_windows', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }),
  message: text(),
  canceledAt: timestamp('canceled_at', { withTimezone: true }),
  holdsPublishing: boolean('holds_publishing').notNull().default(false),
  createdBy: bigint('created_by', { mode: 'number' }),
});
