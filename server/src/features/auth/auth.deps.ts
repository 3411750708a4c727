import type { Platform } from '../../platform/platform.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import type { Passwords } from './passwords.ts';

export type AuthDeps = UsersDeps &
  QueueEmailDeps &
  Pick<Platform, 'limits' | 'log'> & {
    passwords: Passwords;
    /** The app's public address, for links in emails; no slash at the end. */
    publicUrl: string;
  };

/** What staff need to see and end the sessions of a customer. */
export type CustomerSessionsDeps = Pick<Platform, 'db' | 'clock' | 'events'>;
