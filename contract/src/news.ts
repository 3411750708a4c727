import { z } from 'zod';
import { defineCall } from './call.ts';
import { instant } from './common.ts';

/** A story in our own words. Both texts are plain, and bounded: they come from feeds that anybody may write. */
export const newsItem = z.object({
  title: z.string().max(160),
  summary: z.string().max(300),
  publishedAt: instant,
});
export type NewsItem = z.infer<typeof newsItem>;

/** The oldest story that is still news, in days; a story of another calendar year never is. */
export const NEWS_DAYS = 30;
/** How often the stories of one niche are fetched again, in a day. */
export const NEWS_REFRESHES_A_DAY = 10;

const answer = z.object({
  news: z.array(newsItem),
  /** Whether these are as new as they need to be; if not, fresh ones are on their way. */
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
