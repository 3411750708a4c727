import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { listPostsByIds } from '../post/post.queries.ts';
import { deleteTexts, selectToLookAt } from './alike.store.ts';
import { recordPosts } from './record-texts.ts';
import { counts } from './window.rules.ts';

const BATCH = 100;
/** Per run, which takes two minutes for this many; the next run continues. */
const MOST_BATCHES = 500;

/**
 * Deletes signatures of posts that are too old to be compared. Those that now count for longer are updated,
 * and so are posts from before signatures existed, which the migration left to this job.
 */
export async function deleteOldTexts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  for (let batch = 0; batch < MOST_BATCHES; batch += 1)
    if ((await inTransaction(db, (tx) => lookAtSome(tx, now))) < BATCH) return;
}

/** Returns how many texts it processed. */
async function lookAtSome(tx: Db, now: Date): Promise<number> {
  const texts = await selectToLookAt(tx, now, BATCH);
  const postIds = texts.flatMap(({ postId }) => postId ?? []);
  const current = (await listPostsByIds(tx, postIds)).filter((post) => counts(post, now));
  const kept = new Set(current.map((post) => post.id));
  const over = texts.filter(({ postId }) => postId === null || !kept.has(postId));
  await recordPosts(
    tx,
    current.map(({ id, content, postedAt, scheduledAt }) => ({
      postId: id,
      content,
      at: postedAt ?? scheduledAt,
    })),
    now,
  );
  await deleteTexts(
    tx,
    over.map(({ id }) => id),
  );
  return texts.length;
}
