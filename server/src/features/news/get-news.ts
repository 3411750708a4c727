import type { NewsAnswer } from '@drumbeat/contract/news/news.ts';
import { type Actor, callerOf } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { queues } from '../../platform/queues.ts';
import { newsReads } from '../../platform/rate-limits.ts';
import { findUser } from '../users/users.queries.ts';
import type { NewsDeps } from './news.deps.ts';
import { answerOf, claimAt } from './news.rules.ts';
import { selectNews, updateClaim } from './news.store.ts';

const NO_FEED: NewsAnswer = {
  news: [],
  fresh: true,
  fromCache: true,
  message: 'News is switched off.',
  dailyLimitReached: false,
};

/**
 * The news of a person's niche, from the cache. A job refreshes old news, once for all callers and at most
 * ten times a day; `force` requests it early. In a view, nothing is refreshed. Throws RATE_LIMIT_EXCEEDED.
 */
export async function getNews(
  deps: NewsDeps,
  actor: Pick<Actor, 'userId' | 'view'>,
  { force }: { force: boolean },
): Promise<NewsAnswer> {
  if (!deps.source) return NO_FEED;
  await deps.limits.consume(newsReads, callerOf(actor));
  const now = deps.clock.now();
  const niche = (await findUser(deps.db, actor.userId))?.niche;
  if (!niche) return NO_FEED;
  const begun = !actor.view && (await refreshWhenOld(deps, niche, { now, force }));
  return answerOf(await selectNews(deps.db, niche), { now, begun });
}

/**
 * Queues a refresh, unless the news is fresh, being refreshed, or was refreshed too often; returns whether it
 * did.
 */
function refreshWhenOld(
  deps: NewsDeps,
  niche: string,
  { now, force }: { now: Date; force: boolean },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const isClaimed = await updateClaim(tx, { niche, now, ...claimAt(now, force) });
    if (isClaimed) {
      const claim = { niche, claimedAt: now.toISOString() };
      await deps.jobs.enqueue(tx, queues.refreshNews, claim, { key: `${niche} ${claim.claimedAt}` });
    }
    return isClaimed;
  });
}
