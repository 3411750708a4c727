import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { queues } from '../../../platform/queues.ts';
import { CALL_DEADLINE_MS } from '../../../providers/x/x.rules.ts';
import { XError, type XPost } from '../../../providers/x/x.ts';
import { findAccountsByIds } from '../../accounts/accounts.queries.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { findTiers } from '../../billing/billing.queries.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { recordPublished } from '../../figures/record-costs.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import type { ShownStatus } from '../../post/post-words.rules.ts';
import { findUser } from '../../users/users.queries.ts';
import { readTimeline } from '../engine/find-posted.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from '../engine/looks.rules.ts';
import { beginsWithName, matchRestored, searchStart } from '../engine/matching.rules.ts';
import { takenTweets } from '../engine/publishing.store.ts';
import { eventOf } from '../engine/settler.ts';
import { removeHold } from '../lanes/hold-account.ts';
import { existsRestored, type RestoredAccount, selectRestored } from '../lanes/holds.store.ts';
import { lockLanes, type Where } from '../lanes/lock-lanes.ts';
import { markFound, markPaused } from '../lanes/mark-posts.ts';
import { selectUnpublished, selectUnpublishedAttempts } from '../lanes/waiting.store.ts';
import type { PublishingDeps } from '../publishing.deps.ts';
import { figuresOfFound } from '../publishing.rules.ts';
import type { Found } from '../publishing.types.ts';

type RestoredDeps = Omit<PublishingDeps, 'metrics'>;

const AT_A_TIME = 50;
const LOOK_AGAIN_MS = 30_000;
/** A call of the lost process may still be running: wait until its result must be on the timeline. */
const SETTLED_AFTER_MS = CALL_DEADLINE_MS + CERTAIN_AFTER_ANSWER_SECONDS * 1000;

/**
 * After a restore: reads the timelines of held accounts, settles posts that are already published, pauses
 * those that may be, and releases the rest. An account whose timeline X denies us stays held and is checked
 * again.
 */
export async function checkRestored(deps: RestoredDeps, after: number): Promise<void> {
  const heldBefore = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS);
  const page = await selectRestored(deps.db, { after, heldBefore, limit: AT_A_TIME });
  const access = await deps.tokens.accessFor(page.map((each) => each.accountId));
  await Promise.all(
    page.map(async (account) =>
      checkAccount(deps, account, await access.get(account.accountId)).catch((error: unknown) =>
        deps.log.warn(
          { err: error, accountId: account.accountId },
          'could not check an account after the restore',
        ),
      ),
    ),
  );
  const last = page.length === AT_A_TIME ? page.at(-1)?.accountId : undefined;
  if (last !== undefined)
    return deps.jobs.enqueue(deps.db, queues.checkRestored, { after: last }, { key: 'next' });
  if (!(await existsRestored(deps.db))) return;
  const startAfter = new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS);
  await deps.jobs.enqueue(deps.db, queues.checkRestored, { after: 0 }, { key: 'again', startAfter });
}

async function checkAccount(
  deps: RestoredDeps,
  { accountId, since }: RestoredAccount,
  access: AccountAccess | undefined,
): Promise<void> {
  const [owner] = await findAccountsByIds(deps.db, [accountId]);
  if (access?.kind !== 'token' || !owner) return;
  const earliest = await readEarliest(deps.db, accountId, since);
  const start = new Date(Math.min(since.getTime(), ...[...earliest.values()].map((at) => at.getTime())));
  let timeline: XPost[];
  try {
    const maxAgeMs = deps.clock.now().getTime() - start.getTime();
    const mayBeReply = (await selectUnpublished(deps.db, accountId)).some(({ content }) =>
      beginsWithName(content),
    );
    const { userId } = owner;
    timeline = await readTimeline(deps, access, { maxAgeMs, mayBeReply, accountId, userId });
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    // With a new token the next check succeeds. If the grant is revoked, the account is held until it
    // reconnects.
    if (error.kind === 'unauthorized') await deps.tokens.renew(accountId, access.accessToken);
    return;
  }
  await inTransaction(deps.db, async (tx) => {
    const [lane] = await lockLanes(tx, [accountId]);
    const where = { accountId, now: deps.clock.now(), lane };
    const ids = timeline.map((post) => post.tweetId);
    const unpublished = (await selectUnpublished(tx, accountId)).map((post) => ({
      ...post,
      earliest: earliest.get(post.postId) ?? since,
    }));
    const { found, unsure } = matchRestored(unpublished, timeline, await takenTweets(tx, ids), start);
    await settleFound(deps, tx, where, found);
    await askOwner(deps, tx, where, unsure);
    await removeHold(tx, where, 'restored');
    await deps.events.notify(tx, 'posts_due', { at: where.now.getTime() });
  });
}

/**
 * The earliest time at which each post with an attempt may have reached X: `since`, or earlier if its outcome
 * was already unknown at the time of the backup.
 */
async function readEarliest(db: Db, accountId: number, since: Date): Promise<Map<number, Date>> {
  const attempts = Map.groupBy(await selectUnpublishedAttempts(db, accountId), ({ postId }) => postId);
  return new Map(
    [...attempts].map(([postId, ends]) => [postId, searchStart(ends, { startedAt: since })] as const),
  );
}

/**
 * Settles published posts. The restore undid their figures, so they are counted again, on the day of
 * publication.
 */
async function settleFound(
  deps: RestoredDeps,
  tx: Db,
  where: Where,
  matches: readonly { post: { postId: number; userId: number; content: string }; tweet: XPost }[],
): Promise<void> {
  if (matches.length === 0) return;
  const owners = matches.map(({ post }) => post.userId);
  const tiers = await findTiers(tx, owners, where.now);
  const found = matches.map(({ post, tweet }): Found & { userId: number; accountId: number } => {
    const { tweetId, createdAt: postedAt } = tweet;
    const tier = tiers.get(post.userId) ?? 'free';
    const whose = { userId: post.userId, accountId: where.accountId };
    return { ...whose, postId: post.postId, tweetId, postedAt, hasLink: containsUrl(post.content), tier };
  });
  const settled = await markFound(tx, where, found);
  for (const each of found) {
    await recordFigures(tx, each.postedAt, figuresOfFound(each));
    await recordPublished(tx, each.postedAt, [each]);
  }
  await deps.events.notify(tx, 'post_status', settled.map(eventOf));
}

/** Individually pauses posts that may already be published, because only the owner can tell. */
async function askOwner(
  deps: RestoredDeps,
  tx: Db,
  where: Where,
  unsure: readonly { postId: number; status: ShownStatus; isPaused: boolean }[],
): Promise<void> {
  const pending = unsure.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return;
  const [account] = await findAccountsByIds(tx, [where.accountId]);
  const owner = account && (await findUser(tx, account.userId));
  if (!account || !owner) return;
  const postIds = pending.filter(({ isPaused }) => !isPaused).map(({ postId }) => postId);
  await markPaused(tx, where, postIds, true, 'restored');
  const variables = {
    count: String(pending.length),
    username: account.username,
    link: `${deps.publicUrl}/dashboard`,
  };
  await queueEmail(deps, tx, { userId: owner.id, to: owner.email, template: 'posts_to_check', variables });
}
