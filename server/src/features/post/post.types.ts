import type { FailureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import type { posts, shownPosts } from './post.tables.ts';
import type { ShownHold, ShownStatus } from './post-words.rules.ts';

export type PostRecord = typeof shownPosts.$inferSelect;
export type NewPost = typeof posts.$inferInsert;

/** A post as shown in a list. Times are PostgreSQL text. */
export type ListedRow = {
  id: number;
  content: string;
  scheduled_at: string;
  scheduled_local: string;
  status: ShownStatus;
  retry_count: number;
  account_id: number;
  hold_reason: ShownHold | null;
  is_paused: boolean;
  moved_from: string | null;
  posted_at: string | null;
  tweet_id: string | null;
  error_code: FailureCode | null;
  error_message: string | null;
  created_at: string;
  updated_at: string;
};
