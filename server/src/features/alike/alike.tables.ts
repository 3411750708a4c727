import { bigint, bit, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Signatures for finding posts, and drafts that are not saved yet. */
export const alikeTexts = pgTable('alike_texts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  postId: bigint('post_id', { mode: 'number' }),
  jobId: uuid('job_id'),
  draft: text(),
  userId: bigint('user_id', { mode: 'number' }),
  bands: integer().array().notNull(),
  sketch: bit({ dimensions: 256 }).notNull(),
  lookAt: timestamp('look_at', { withTimezone: true }).notNull(),
});
