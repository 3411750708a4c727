import type { posts, shownPosts } from './posts.tables.ts';

export type PostRecord = typeof shownPosts.$inferSelect;
export type NewPost = typeof posts.$inferInsert;

/** An account's id as callers may spell it. */
export type AccountIdInput = {
  twitterAccountId?: number | undefined;
  twitter_account_id?: number | undefined;
};
