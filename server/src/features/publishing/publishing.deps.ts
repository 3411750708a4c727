import type { EngineClock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { AccountTokens } from '../accounts/tokens/get-access.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { WorkerSession } from './engine/worker-session.ts';

/** Dependencies for moving posts, which may send an email with a link. */
export type MoveDeps = Pick<Platform, 'db' | 'clock'> & QueueEmailDeps & { publicUrl: string };

/** Dependencies for holding and releasing accounts. */
export type HoldDeps = MoveDeps & Pick<Platform, 'events'>;

export type PublishingDeps = HoldDeps &
  Pick<Platform, 'log' | 'metrics'> & {
    x: Pick<XClient, 'publishPost' | 'recentPosts'>;
    tokens: AccountTokens;
  };

/** Dependencies of the engine: the database's clock, shared by all workers, and this worker's session. */
export type EngineDeps = Omit<PublishingDeps, 'clock'> & { clock: EngineClock; session: WorkerSession };
