import type { User } from '@drumbeat/contract/users.ts';
import { AppError } from '../errors.ts';

/** Who makes a call: the owner of a live session. Use cases take it as given and check what it may do. */
export type Actor = {
  userId: number;
  sessionId: number;
  email: string;
  emailVerifiedAt: Date | null;
  timeZone: string;
  roles: User['roles'];
};

/** Throws EMAIL_NOT_VERIFIED unless the person has verified the address; `purpose` completes the sentence. */
export function requireVerified(actor: Pick<Actor, 'emailVerifiedAt'>, purpose: string): void {
  if (!actor.emailVerifiedAt)
    throw new AppError('EMAIL_NOT_VERIFIED', `Please verify your email to ${purpose}.`);
}
