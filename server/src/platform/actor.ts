import { type staffAccess, staffMay } from '@drumbeat/contract/staff-roles.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { AppError } from './errors.ts';

/** Where a call came from. */
export type Origin = {
  /** The IP address, as reported by the trusted proxies. */
  ip: string;
  /** As sent by the browser; not to be trusted. */
  userAgent?: string | undefined;
};

/** What is known about every call. The response and the log lines carry the same id. */
export type CallContext = { origin: Origin; requestId: string };

/** A call by somebody who is not signed in: sign-up, sign-in, an emailed link. */
export type Visitor = CallContext & { userId: null };

/** A call without a session by somebody who proved their identity with a password or an emailed link. */
export type KnownVisitor = CallContext & { userId: number };

/** The owner of a live session, independent of a call. */
export type SessionOwner = {
  userId: number;
  sessionId: number;
  email: string;
  emailVerifiedAt: Date | null;
  /** Whether two-factor is on. */
  twoFactor: boolean;
  timeZone: string;
  /** Empty in a view. */
  roles: User['roles'];
  /** The staff member and the end of the view, if the caller is not the owner. */
  view?: { staffId: number; endsAt: Date };
};

/** Who makes a call, from where and under which request. Use cases check what this actor may do. */
export type Actor = SessionOwner & CallContext;

/** The program itself, when it acts without a call. */
export type SystemActor = { system: 'worker' | 'command line' };

/** The actor of a job or a command. */
export function systemActor(system: SystemActor['system']): SystemActor {
  return { system };
}

/** The visitor as the person whose identity they proved. */
export function knownVisitor({ origin, requestId }: CallContext, userId: number): KnownVisitor {
  return { origin, requestId, userId };
}

/** Whose rate limits a call counts against: the person's or, in a view, the staff member's. */
export function callerOf(actor: Pick<SessionOwner, 'userId' | 'view'>): number {
  return actor.view?.staffId ?? actor.userId;
}

/** Whether the caller may make this customer's call for any customer, as staff. */
export function isStaffFor(
  actor: Pick<SessionOwner, 'roles' | 'emailVerifiedAt' | 'twoFactor'>,
  call: keyof typeof staffAccess,
): boolean {
  return actor.emailVerifiedAt !== null && actor.twoFactor && staffMay(actor.roles, call);
}

/** Throws EMAIL_NOT_VERIFIED unless the address is verified; `purpose` completes the error message. */
export function requireVerified(actor: Pick<SessionOwner, 'emailVerifiedAt'>, purpose: string): void {
  if (!actor.emailVerifiedAt)
    throw new AppError('EMAIL_NOT_VERIFIED', `Please verify your email to ${purpose}.`);
}
