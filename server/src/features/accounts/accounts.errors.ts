import { AppError } from '../../platform/errors.ts';

/** The account is another's, disconnected or unknown: the answer is the same. */
export function accountNotFound(): AppError {
  return new AppError('X_ACCOUNT_NOT_FOUND', 'This X account is not connected to you.');
}

/** The refusal of one X account more than the plan has room for (ACC-28). */
export function accountLimitReached(): AppError {
  return new AppError(
    'ACCOUNT_LIMIT_REACHED',
    'Account limit reached for your plan. Upgrade to add more X accounts.',
  );
}
