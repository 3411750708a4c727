import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { strings } from './verify-email.strings.ts';

/** Whether the failure was not the link's fault: no answer, a timeout, or a server error. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);
}

/** The message for a failure; a refused link is reported as invalid or expired. */
export function describeRefusal(error: unknown): string {
  return mayTryAgain(error) && error instanceof ApiError ? error.message : strings.refused;
}

/** Says that a verification email was not sent, with the server's reason if there is one. */
export function describeSendFailure(failed: string, error: unknown): string {
  const reason = describeError(error, '');
  if (reason === '' || wasJustSent(error)) return reason || failed;
  return `${failed}. ${reason}`;
}

/** Whether an email was refused because one was sent a moment ago. */
export function wasJustSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === CALLER_RATE_LIMITED;
}
