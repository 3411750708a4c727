import type { Platform } from '../../platform/platform.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import type { Passwords } from './passwords/passwords.ts';

export type AuthDeps = UsersDeps &
  QueueEmailDeps &
  Pick<Platform, 'events' | 'limits' | 'log'> & {
    passwords: Passwords;
    /** The app's public URL for links in emails, without a trailing slash. */
    publicUrl: string;
  };

/** Dependencies for listing and ending a customer's sessions as staff. */
export type CustomerSessionsDeps = Pick<Platform, 'db' | 'clock' | 'events'>;
