import type { Platform } from '../../platform/platform.ts';
import type { PostsDeps } from '../posts/posts.deps.ts';

export type AdminDeps = Pick<Platform, 'db' | 'clock'>;

/** What running customers' own use cases for them needs. */
export type CustomerDeps = AdminDeps & PostsDeps;
