import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant } from '../common.ts';

/** A news story in our own words. Both texts are plain and bounded, because the feeds are untrusted. */
export const newsItem = z.object({
  title: z.string().max(160),
  summary: z.string().max(300),
  publishedAt: instant,
});
export type NewsItem = z.infer<typeof newsItem>;

/** Maximum age of a story in days. Stories from another calendar year are never shown. */
export const NEWS_DAYS = 30;
/** How often per day the stories of one niche are fetched. */
export const NEWS_REFRESHES_A_DAY = 10;

const answer = z.object({
  news: z.array(newsItem),
  /** Whether the stories are recent enough; if not, new ones are being fetched. */
  fresh: z.boolean(),
  fromCache: z.boolean(),
  message: z.string(),
  dailyLimitReached: z.boolean(),
});
export type NewsAnswer = z.infer<typeof answer>;

const tag = 'news';

export const getSummarizedNews = defineCall({
  method: 'GET',
  path: '/api/news/summarized',
  tag,
  access: 'user',
  ownRead: true,
  summary: "The news of the person's niche as it is known, summarised; has it fetched where it has grown old",
  response: answer,
});

export const checkFreshNews = defineCall({
  method: 'GET',
  path: '/api/news/check-fresh',
  tag,
  access: 'user',
  summary: 'Whether fresh news has arrived; with `force`, has it fetched although it is not old',
  query: z.object({ force: z.stringbool().default(false) }),
  response: answer,
});
