import type { PostStatus } from '@drumbeat/contract/posts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { wireStatus } from './post-words.rules.ts';
import { selectPostForUpdate } from './posts.store.ts';
import type { PostRecord } from './posts.types.ts';

/** The person's own post, locked until the transaction ends. Throws POST_NOT_FOUND, for another's post as well. */
export async function ownPost(tx: Db, actor: Actor, postId: number): Promise<PostRecord> {
  const post = await selectPostForUpdate(tx, postId);
  if (post?.userId === actor.userId) return post;
  throw new AppError('POST_NOT_FOUND', 'Post not found in database. It may have been deleted or replaced.');
}

export function statusOf(post: PostRecord): PostStatus {
  return wireStatus(post.status);
}
