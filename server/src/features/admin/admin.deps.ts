import type { Platform } from '../../platform/platform.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import type { PostsDeps } from '../posts/posts.deps.ts';

export type AdminDeps = Pick<Platform, 'db' | 'clock'>;

/** What running customers' own use cases for them needs. */
export type CustomerDeps = AdminDeps & PostsDeps;

/** What one action on many customers needs: the use cases of all single ones. */
export type BulkDeps = CustomerDeps & AuthDeps & Pick<Platform, 'log'>;
