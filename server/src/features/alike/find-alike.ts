import type { Db } from '../../platform/database/database.ts';
import { listPostsByIds } from '../post/post.queries.ts';
import type { PostRecord } from '../post/post.types.ts';
import { type FoundText, selectNear } from './alike.store.ts';
import { areAlike, counts, shinglesOf, signatureOf } from './similarity.rules.ts';

/** How many texts are looked up with one statement. More would block other calls for too long. */
const AT_ONCE = 50;

/** A similar text: its owner and its post; null for a draft that is not saved yet. */
export type Alike = { userId: number; post: PostRecord | null };

/**
 * Posts and drafts of every account that are similar to a text, closest first, 50 at most. Signatures find
 * the candidates (a pair at the threshold is missed with a chance of 1 in 10,000); the texts themselves
 * decide.
 */
export async function findAlike(db: Db, text: string, now: Date): Promise<Alike[]> {
  return (await findAlikeOfEach(db, [text], now)).get(text) ?? [];
}

/** `findAlike` of several texts, by text. */
export async function findAlikeOfEach(
  db: Db,
  texts: readonly string[],
  now: Date,
): Promise<Map<string, Alike[]>> {
  const found = new Map<string, Alike[]>();
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const some = texts.slice(from, from + AT_ONCE);
    const near = await selectNear(db, some.map(signatureOf));
    const postIds = new Set(near.flat().flatMap(({ postId }) => postId ?? []));
    const read = postIds.size === 0 ? [] : await listPostsByIds(db, [...postIds]);
    const posts = new Map(read.map((post) => [post.id, post]));
    for (const [index, text] of some.entries())
      found.set(text, alikeAmong(near[index] ?? [], text, posts, now));
  }
  return found;
}

function alikeAmong(
  near: readonly FoundText[],
  text: string,
  posts: ReadonlyMap<number, PostRecord>,
  now: Date,
): Alike[] {
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
