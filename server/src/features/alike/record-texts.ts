import type { Clock } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { listPostsByIds } from '../post/post.queries.ts';
import { deleteDraftsOf, deleteTexts, lockDrafts, selectToLookAt, upsertTexts } from './alike.store.ts';
import { findAlikeOfEach } from './find-alike.ts';
import { counts, lookAgainAt, signatureOf } from './similarity.rules.ts';

const BATCH = 100;
/** Per run, which takes two minutes for this many; the next run continues. */
const MOST_BATCHES = 500;

type Post = { postId: number; content: string; at: Date };

/**
 * Records posts for similarity checks, in the transaction that writes them. `at` is when they are planned or
 * were published.
 */
export async function recordPosts(tx: Db, posts: readonly Post[], now: Date): Promise<void> {
  const texts = posts.map(({ postId, content, at }) => ({
    postId,
    ...signatureOf(content),
    lookAt: lookAgainAt(at, now),
  }));
  await upsertTexts(tx, texts);
}

/** Removes the drafts of jobs: they were saved as posts, or never will be. */
export async function withdrawDrafts(tx: Db, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length > 0) await deleteDraftsOf(tx, jobIds);
}

type Job = { id: string; userId: number };

/**
 * Splits a job's new drafts into those unlike any post or draft of the installation, which are recorded, and
 * the rest. Serialised across transactions, so that two jobs never accept similar drafts; the caller should
 * commit soon. The drafts are not compared with each other.
 */
export async function refuseAlike(
  tx: Db,
  { id: jobId, userId }: Job,
  drafts: readonly string[],
  now: Date,
): Promise<{ accepted: string[]; refused: string[] }> {
  const [accepted, refused]: [string[], string[]] = [[], []];
  if (drafts.length === 0) return { accepted, refused };
  await lockDrafts(tx);
  const alike = await findAlikeOfEach(tx, drafts, now);
  for (const draft of drafts) (alike.get(draft)?.length ? refused : accepted).push(draft);
  const lookAt = lookAgainAt(now, now);
  await upsertTexts(
    tx,
    accepted.map((draft) => ({ jobId, userId, draft, ...signatureOf(draft), lookAt })),
  );
  return { accepted, refused };
}

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
