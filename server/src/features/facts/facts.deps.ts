import type { Platform } from '../../platform/platform.ts';
import type { FeedReader } from '../../providers/news/news.ts';

export type FactsDeps = Pick<Platform, 'db' | 'clock' | 'limits'> & { feeds: FeedReader };
