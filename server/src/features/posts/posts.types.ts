import type { posts, shownPosts } from './posts.tables.ts';

export type PostRecord = typeof shownPosts.$inferSelect;
export type NewPost = typeof posts.$inferInsert;

/** An account's id in either spelling. */
export type AccountIdInput = {
  twitterAccountId?: number | undefined;
  twitter_account_id?: number | undefined;
};
