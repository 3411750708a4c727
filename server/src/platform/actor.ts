import { type staffAccess, staffMay } from '@drumbeat/contract/staff.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { AppError } from './errors.ts';

/** Where a call came from. */
export type Origin = {
  /** The network address, as the trusted proxies report it. */
  ip: string;
  /** What the browser says it is; never to be trusted. */
  userAgent?: string | undefined;
};

/** What is known of every call, whoever makes it. The id is the one that its answer and its log lines carry. */
export type CallContext = { origin: Origin; requestId: string };

/** A call by somebody who has not signed in: sign-up, sign-in, an emailed link. */
export type Visitor = CallContext & { userId: null };

/** A call without a session by somebody who has proved who they are, with a password or an emailed link. */
export type KnownVisitor = CallContext & { userId: number };

/** The owner of a live session, without the call that they make. */
export type SessionOwner = {
  userId: number;
  sessionId: number;
  email: string;
  emailVerifiedAt: Date | null;
  /** Whether two-factor is on. */
  twoFactor: boolean;
  timeZone: string;
  /** None in a view. */
  roles: User['roles'];
  /** Who views the account, and until when, where it is not its owner who makes the call. */
  view?: { staffId: number; endsAt: Date };
};

/** Who makes a call, from where and under which request. Use cases take it as given and check what it may do. */
export type Actor = SessionOwner & CallContext;

/** The program itself, where no call made it act. */
export type SystemActor = { system: 'worker' | 'command line' };

/** The actor of a job or a command. */
export function systemActor(system: SystemActor['system']): SystemActor {
  return { system };
}

/** The visitor as the person that they have proved to be. */
export function knownVisitor({ origin, requestId }: CallContext, userId: number): KnownVisitor {
  return { origin, requestId, userId };
}

/** Whose limits a call counts against: the person's own or, in a view, those of the member of staff. */
export function callerOf(actor: Pick<SessionOwner, 'userId' | 'view'>): number {
  return actor.view?.staffId ?? actor.userId;
}

/** Whether somebody may make a customer's call for any customer, as staff. */
export function isStaffFor(
  actor: Pick<SessionOwner, 'roles' | 'emailVerifiedAt' | 'twoFactor'>,
  call: keyof typeof staffAccess,
): boolean {
  return actor.emailVerifiedAt !== null && actor.twoFactor && staffMay(actor.roles, call);
}

/** Throws EMAIL_NOT_VERIFIED unless the person has verified the address; `purpose` completes the sentence. */
export function requireVerified(actor: Pick<SessionOwner, 'emailVerifiedAt'>, purpose: string): void {
  if (!actor.emailVerifiedAt)
    throw new AppError('EMAIL_NOT_VERIFIED', `Please verify your email to ${purpose}.`);
}
