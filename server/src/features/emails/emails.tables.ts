import type { EmailKind, EmailState } from '@drumbeat/contract/emails/emails.ts';
import type { TemplateVariables } from '@drumbeat/contract/text/templates.ts';
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const emailTemplates = pgTable('email_templates', {
  templateKey: text('template_key').notNull(),
  locale: text().notNull(),
  subject: text().notNull(),
  html: text().notNull(),
  plain: text().notNull(),
  variables: jsonb().$type<TemplateVariables>().notNull(),
  isPublished: boolean('is_published').notNull().default(true),
  version: integer().notNull().default(1),
  editedAt: timestamp('edited_at', { withTimezone: true }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export const emails = pgTable('emails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: bigint('user_id', { mode: 'number' }),
  recipient: text().notNull(),
  templateKey: text('template_key').$type<EmailKind>().notNull(),
  status: text().$type<EmailState>().notNull().default('queued'),
  sealedVariables: text('sealed_variables'),
  sealedContent: text('sealed_content'),
  requestKey: uuid('request_key'),
  messageId: text('message_id').notNull(),
  subject: text(),
  attempts: integer().notNull().default(0),
  claimedUntil: timestamp('claimed_until', { withTimezone: true }),
  lastError: text('last_error'),
  queuedAt: timestamp('queued_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
});
