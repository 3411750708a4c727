import type { Platform } from '../../platform/platform.ts';
import type { QueueEmailDeps } from '../emails/emails.deps.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import type { Passwords } from './passwords.ts';

export type AuthDeps = UsersDeps &
  QueueEmailDeps &
  Pick<Platform, 'limits'> & {
    passwords: Passwords;
    /** Where people reach the app, for the links in mails; no slash at the end. */
    publicUrl: string;
  };
