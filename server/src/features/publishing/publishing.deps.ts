import type { EngineClock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { XClient } from '../../providers/x/x.ts';
import type { AccountTokens } from '../accounts/create-account-tokens.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { WorkerSession } from './worker-session.ts';

/** What moving posts needs: it may send an email with a link. */
export type MoveDeps = Pick<Platform, 'db' | 'clock'> & QueueEmailDeps & { publicUrl: string };

/** What holding and releasing needs. */
export type HoldDeps = MoveDeps & Pick<Platform, 'events'>;

export type PublishingDeps = HoldDeps &
  Pick<Platform, 'log' | 'metrics'> & {
    x: Pick<XClient, 'publishPost' | 'recentPosts'>;
    tokens: AccountTokens;
  };

/** What the engine works with: time that several workers agree on, and the session that says that it lives. */
export type EngineDeps = Omit<PublishingDeps, 'clock'> & { clock: EngineClock; session: WorkerSession };
