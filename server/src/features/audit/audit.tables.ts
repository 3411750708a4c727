import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  actorUserId: bigint('actor_user_id', { mode: 'number' }),
  action: text().notNull(),
  targetType: text('target_type'),
  targetId: text('target_id'),
  details: jsonb().$type<Record<string, unknown>>().notNull(),
  ip: text(),
  requestId: text('request_id'),
});
