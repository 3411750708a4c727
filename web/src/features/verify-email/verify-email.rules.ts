import { ApiError } from '../../api/errors.ts';
import { strings } from './verify-email.strings.ts';

/** Whether the link itself was not refused: no answer, a timeout, or a fault of ours. */
export function mayTryAgain(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 408 || error.status >= 500);
}

/** A refused link is invalid or expired; everything else says what happened. */
export function describeRefusal(error: unknown): string {
  return mayTryAgain(error) && error instanceof ApiError ? error.message : strings.refused;
}
