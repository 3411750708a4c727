import { codeMessages } from '@drumbeat/contract/auth/two-factor.rules.ts';
import { AppError } from '../../../platform/errors.ts';

export function alreadyEnabled(): AppError {
  return new AppError('TWO_FACTOR_ENABLED', 'Two-factor authentication is already on.');
}

export function notEnabled(): AppError {
  return new AppError('TWO_FACTOR_NOT_ENABLED', 'Two-factor authentication is not on.');
}

export function notSetUp(): AppError {
  return new AppError('TWO_FACTOR_NOT_SET_UP', 'Set up two-factor authentication first.');
}

export function proofInvalid(): AppError {
  return new AppError('TWO_FACTOR_PROOF_INVALID', 'Please enter your password again to continue.');
}

export function codeInvalid(): AppError {
  return new AppError('TWO_FACTOR_CODE_INVALID', codeMessages.invalid);
}
