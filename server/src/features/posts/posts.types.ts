import type { posts } from './posts.tables.ts';

export type PostRecord = typeof posts.$inferSelect;
export type NewPost = typeof posts.$inferInsert;

/** An account's id as callers may spell it. */
export type AccountIdInput = {
  twitterAccountId?: number | undefined;
  twitter_account_id?: number | undefined;
};
