import { CALLER_RATE_LIMITED } from '@drumbeat/contract/errors.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { strings } from './verify-email.strings.ts';

/** Whether the link itself was not refused: no answer, a timeout, or a fault of ours. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);
}

/** A refused link is invalid or expired; everything else says what happened. */
export function describeRefusal(error: unknown): string {
  return mayTryAgain(error) && error instanceof ApiError ? error.message : strings.refused;
}

/** Why a verification email did not go out: that it did not, and the server's reason where it gave one. */
export function describeSendFailure(failed: string, error: unknown): string {
  const reason = describeError(error, '');
  if (reason === '' || wasJustSent(error)) return reason || failed;
  return `${failed}. ${reason}`;
}

/** Whether a mail is refused because one is already on its way. */
export function wasJustSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === CALLER_RATE_LIMITED;
}
