import { containsUrl } from '@drumbeat/contract/weighted-length.rules.ts';
import { inTransaction } from '../../platform/database.ts';
import { queues } from '../../platform/queues.ts';
import { XError, type XPost } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { findTiers } from '../billing/billing.queries.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { changePosts } from './change-posts.ts';
import { figuresOfFound } from './counting.rules.ts';
import { existsRestored, type RestoredAccount, selectRestored } from './holds.store.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { CERTAIN_AFTER_SECONDS, findOnTimeline, LEASE_SECONDS, searchFrom } from './publishing.rules.ts';
import { takenTweets } from './publishing.store.ts';
import type { Found } from './publishing.types.ts';
import { eventOf } from './settler.ts';
import { selectUnpublishedForUpdate } from './waiting.store.ts';

type RestoredDeps = Pick<PublishingDeps, 'db' | 'clock' | 'log' | 'events' | 'jobs' | 'x' | 'tokens'>;

const AT_A_TIME = 50;
const LOOK_AGAIN_MS = 30_000;
/** A call of the lost process may still have been running: wait until its result must be on the timeline. */
const SETTLED_AFTER_MS = (LEASE_SECONDS + CERTAIN_AFTER_SECONDS) * 1000;

/**
 * After a restore: reads the timelines of held accounts, settles what is out already and releases the rest. An account
 * that X does not let us read stays held and is checked again, because its posts may be out.
 */
export async function checkRestored(deps: RestoredDeps, after: number): Promise<void> {
  const heldBefore = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS);
  const page = await selectRestored(deps.db, { after, heldBefore, limit: AT_A_TIME });
  const access = await deps.tokens.accessFor(page.map((each) => each.accountId));
  await Promise.all(
    page.map(async (account) =>
      checkAccount(deps, account, await access.get(account.accountId)).catch((error: unknown) =>
        deps.log.warn({ err: error, accountId: account.accountId }, 'restored account not checked'),
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
  if (access?.kind !== 'token') return;
  let timeline: XPost[];
  try {
    timeline = await deps.x.postsSince(access.accessToken, access.twitterUserId, searchFrom(since));
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    // With a new token the next check succeeds; a dead grant holds the account until its owner reconnects it.
    if (error.kind === 'unauthorized') await deps.tokens.renew(accountId, access.accessToken);
    return;
  }
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const where = { accountId, now };
    await lockAccounts(tx, [accountId]);
    const taken = await takenTweets(
      tx,
      timeline.map((post) => post.tweetId),
    );
    const unpublished = await selectUnpublishedForUpdate(tx, accountId);
    const tiers = await findTiers(
      tx,
      unpublished.map(({ userId }) => userId),
      now,
    );
    const found: Found[] = [];
    for (const { postId, userId, content } of unpublished) {
      const tweet = findOnTimeline(content, timeline, taken);
      if (!tweet) continue;
      const { tweetId, createdAt: postedAt } = tweet;
      taken.add(tweetId);
      found.push({
        postId,
        tweetId,
        postedAt,
        hasLink: containsUrl(content),
        tier: tiers.get(userId) ?? 'free',
      });
    }
    if (found.length > 0) {
      const settled = await changePosts(tx, where, 'found', { posts: found });
      // The restore undid what was counted when they went out. They belong to the day of that.
      for (const each of found) await recordFigures(tx, each.postedAt, figuresOfFound(each));
      await deps.events.notify(tx, 'post_status', settled.map(eventOf));
    }
    await changePosts(tx, where, 'release', { reason: 'restored' });
    await deps.events.notify(tx, 'posts_due', { at: now.getTime() });
  });
}
