/** What counts as news, and when it is fetched again. Pure. */
import {
  NEWS_DAYS,
  NEWS_REFRESHES_A_DAY,
  type NewsAnswer,
  type NewsItem,
} from '@drumbeat/contract/news/news.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@drumbeat/contract/time.ts';
import { plainText } from '../../providers/news/news.rules.ts';
import type { NewsStory } from '../../providers/news/news.ts';

/** How long news is fresh. */
const FRESH_MS = 3 * HOUR_MS;
/** Longer than a refresh with all its deadlines; also the pause after a failed one. */
const CLAIM_MS = 2 * MINUTE_MS;
/** News younger than this is not refreshed even on request. */
const FORCED_MS = MINUTE_MS;
const SUMMARY_MIN = 10;
const SUMMARY_MAX = 280;
const MAX_ITEMS = 6;

/**
 * Whether something published then is still news: within 30 days, in the current calendar year, and not in
 * the future.
 */
function isNews(publishedAt: Date, now: Date): boolean {
  const age = now.getTime() - publishedAt.getTime();
  const sameYear = publishedAt.getUTCFullYear() === now.getUTCFullYear();
  return age >= 0 && age <= NEWS_DAYS * DAY_MS && sameYear;
}

/** The stories to summarise: the newest ones that are news, without duplicate titles. */
export function storiesToSummarize(stories: readonly NewsStory[], now: Date): NewsStory[] {
  const titles = new Set<string>();
  return stories
    .filter(({ title, publishedAt }) => {
      const isNew = !titles.has(title.toLowerCase());
      titles.add(title.toLowerCase());
      return isNew && isNews(publishedAt, now);
    })
    .slice(0, MAX_ITEMS);
}

const LINK = /https?:|www\.|[a-z0-9]\.[a-z]{2,24}\/\S/i;

/**
 * A story as shown. The model's summary is based on third-party text, so it is used only if it is plain,
 * short and without links; otherwise the feed's own text is.
 */
export function itemOf(story: NewsStory, told: string | undefined): NewsItem {
  const own = plainText(story.text, SUMMARY_MAX);
  const summary = [plainText(told ?? '', SUMMARY_MAX), own].find(
    (text) => text.length >= SUMMARY_MIN && !LINK.test(text),
  );
  return {
    title: story.title,
    summary: summary ?? '',
    publishedAt: story.publishedAt.toISOString(),
  };
}

type Known = { items: readonly NewsItem[]; refreshedAt: Date | null; day: string | null; refreshes: number };

/** The day for counting refreshes. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The conditions for claiming a refresh now. */
export function claimAt(
  now: Date,
  isForced: boolean,
): { olderThan: Date; claimEnds: Date; most: number; day: string } {
  const before = (ms: number) => new Date(now.getTime() - ms);
  return {
    olderThan: before(isForced ? FORCED_MS : FRESH_MS),
    claimEnds: before(CLAIM_MS),
    most: NEWS_REFRESHES_A_DAY,
    day: dayOf(now),
  };
}

/** The response for a niche's news. `begun`: this call started a refresh. */
export function answerOf(known: Known | undefined, given: { now: Date; begun: boolean }): NewsAnswer {
  const { now, begun } = given;
  const age = known?.refreshedAt ? now.getTime() - known.refreshedAt.getTime() : Number.POSITIVE_INFINITY;
  const fresh = !begun && age < FRESH_MS;
  const isFull = known?.day === dayOf(now) && known.refreshes >= NEWS_REFRESHES_A_DAY;
  const dailyLimitReached = isFull && !begun;
  return {
    news: (known?.items ?? []).filter((item) => isNews(new Date(item.publishedAt), now)),
    fresh,
    fromCache: known?.refreshedAt != null,
    message: messageOf(fresh, dailyLimitReached),
    dailyLimitReached,
  };
}

function messageOf(fresh: boolean, dailyLimitReached: boolean): string {
  if (fresh) return 'These are the latest stories.';
  if (dailyLimitReached) return 'That was today’s last update. New stories come tomorrow.';
  return 'Fresh stories are on their way.';
}
