/** Remembers, for this browser session, to whom a verification email has gone: it is sent by itself only once. */
const KEY = 'verificationSentTo';

export function wasVerificationSent(userId: string): boolean {
  return sessionStorage.getItem(KEY) === userId;
}

export function markVerificationSent(userId: string): void {
  sessionStorage.setItem(KEY, userId);
}
