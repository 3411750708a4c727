import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const emailTemplates = pgTable('email_templates', {
  templateKey: text('template_key').notNull(),
  locale: text().notNull(),
  subject: text().notNull(),
  html: text().notNull(),
  plain: text().notNull(),
  isPublished: boolean('is_published').notNull(),
});

export const emails = pgTable('emails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }),
  recipient: text().notNull(),
  templateKey: text('template_key').notNull(),
  status: text().$type<'queued' | 'sent' | 'failed'>().notNull().default('queued'),
  sealedVariables: text('sealed_variables'),
  messageId: text('message_id').notNull(),
  subject: text(),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  queuedAt: timestamp('queued_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});
