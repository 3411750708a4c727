import type { Platform } from '../../platform/platform.ts';
import type { HoldDeps } from '../publishing/publishing.deps.ts';

export type PostsDeps = HoldDeps &
  Pick<Platform, 'limits'> & {
    /** The address of a published post on X. */
    tweetUrl(tweetId: string): string;
  };
