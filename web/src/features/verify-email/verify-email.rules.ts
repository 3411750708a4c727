import { CALLER_RATE_LIMITED } from '@drumbeat/contract/rate-limit-codes.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { strings } from './verify-email.strings.ts';

/** Whether the failure was not the link's: no answer, a timeout, or a server error. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);
}

/** A refused link is invalid or expired; everything else says what happened. */
export function describeRefusal(error: unknown): string {
  return mayTryAgain(error) && error instanceof ApiError ? error.message : strings.refused;
}

/** Says that a verification email was not sent, with the server's reason if it gave one. */
export function describeSendFailure(failed: string, error: unknown): string {
  const reason = describeError(error, '');
  if (reason === '' || wasJustSent(error)) return reason || failed;
  return `${failed}. ${reason}`;
}

/** Whether an email is refused because one was sent a moment ago. */
export function wasJustSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === CALLER_RATE_LIMITED;
}
