/** Remembers for this browser session who was sent a verification email: only the first is automatic. */
const KEY = 'verificationSentTo';

export function wasVerificationSent(userId: string): boolean {
  return sessionStorage.getItem(KEY) === userId;
}

export function markVerificationSent(userId: string): void {
  sessionStorage.setItem(KEY, userId);
}
