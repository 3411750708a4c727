import type { Db } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LanguageModel } from '../../providers/llm/llm.ts';

/** What generation is given. Posts stands above it, so it gets its answers as functions. */
export type GenerationDeps = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  model: LanguageModel;
  /** The instants after `from` that the account's posts are planned for. */
  plannedTimes(db: Db, accountId: number, from: Date): Promise<Date[]>;
  /** The account's latest texts, in whatever state, newest first. */
  recentTexts(db: Db, accountId: number, limit: number): Promise<string[]>;
  /** How many posts the person has saved since an instant, deleted ones apart. */
  countPostsSince(db: Db, userId: number, since: Date): Promise<number>;
};
