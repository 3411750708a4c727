import type { Db } from '../../platform/database/database.ts';
import { listPostsByIds } from '../post/post.queries.ts';
import type { PostRecord } from '../post/post.types.ts';
import { selectNear } from './alike.store.ts';
import { signatureOf } from './signature.rules.ts';
import { areAlike, shinglesOf } from './similarity.rules.ts';
import { counts } from './window.rules.ts';

/** A similar text: its owner and its post; null for a draft that is not saved yet. */
export type Alike = { userId: number; post: PostRecord | null };

/**
 * Posts and drafts of every account that are similar to a text, closest first, 50 at most. Signatures find
 * the candidates (a pair at the threshold is missed with a chance of 1 in 10,000); the texts themselves
 * decide.
 */
export async function findAlike(db: Db, text: string, now: Date): Promise<Alike[]> {
  const near = await selectNear(db, signatureOf(text));
  if (near.length === 0) return [];
  const postIds = near.flatMap(({ postId }) => postId ?? []);
  const posts = new Map((await listPostsByIds(db, postIds)).map((post) => [post.id, post]));
  const shingles = shinglesOf(text);
  return near.flatMap(({ postId, userId, draft }) => {
    const post = postId === null ? null : posts.get(postId);
    const words = post?.content ?? draft;
    const owner = post?.userId ?? userId;
    if (post === undefined || words === null || owner === null) return [];
    if (post && !counts(post, now)) return [];
    return areAlike(shingles, shinglesOf(words)) ? [{ userId: owner, post }] : [];
  });
}
