/** Remembers for this browser session who has been sent a verification email: it is sent automatically only once. */
const KEY = 'verificationSentTo';

export function wasVerificationSent(userId: string): boolean {
  return sessionStorage.getItem(KEY) === userId;
}

export function markVerificationSent(userId: string): void {
  sessionStorage.setItem(KEY, userId);
}
