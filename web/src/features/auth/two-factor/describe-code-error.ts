import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { ApiError, describeError } from '../../../api/errors.ts';
import { strings } from './two-factor.strings.ts';

/** Whether an error is about a missing or wrong second factor. */
export function isAboutCode(error: unknown): boolean {
  return error instanceof ApiError && (error.requires2FA || error.code === 'TWO_FACTOR_CODE_INVALID');
}

/** The message for a refused code. */
export function describeCodeError(error: unknown): string {
  if (!(error instanceof ApiError)) return strings.failed;
  if (error.status === 429 || error.code === CALLER_RATE_LIMITED) {
    return describeError(error, strings.tooMany);
  }
  if (error.status === 400 || error.status === 401) return strings.invalid;
  return describeError(error, strings.failed);
}
