import type { PromptRole } from '@drumbeat/contract/prompts/prompts.rules.ts';
import type { TemplateVariables } from '@drumbeat/contract/text/templates.ts';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const promptTemplates = pgTable('prompt_templates', {
  templateKey: text('template_key').notNull(),
  locale: text().notNull(),
  niche: text().notNull(),
  role: text().$type<PromptRole>().notNull(),
  model: text(),
  description: text().notNull(),
  content: text().notNull(),
  variables: jsonb().$type<TemplateVariables>().notNull(),
  isPublished: boolean('is_published').notNull().default(true),
  version: integer().notNull().default(1),
  editedAt: timestamp('edited_at', { withTimezone: true }),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
