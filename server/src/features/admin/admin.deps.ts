import type { Platform } from '../../platform/platform.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import type { PostsDeps } from '../posts/posts.deps.ts';

export type AdminDeps = Pick<Platform, 'db' | 'clock'>;

/** Dependencies for running customers' own use cases on their behalf. */
export type CustomerDeps = AdminDeps & PostsDeps;

/** Dependencies for bulk actions: those of all the single use cases. */
export type BulkDeps = CustomerDeps & AuthDeps & Pick<Platform, 'log'>;
