import type { Platform } from '../../platform/platform.ts';
import type { NewsModel } from '../../providers/llm/llm.ts';
import type { NewsSource } from '../../providers/news/news.ts';

export type NewsDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'limits'> & {
  model: NewsModel;
  /** Undefined if no feed is configured. */
  source: NewsSource | undefined;
};
