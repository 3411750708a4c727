import { AppError } from '../../platform/errors.ts';

/** The same answer for an account that is another person's, disconnected or unknown. */
export function accountNotFound(): AppError {
  return new AppError('X_ACCOUNT_NOT_FOUND', 'This X account is not connected to you.');
}

/** The plan has no room for another X account (ACC-28). */
export function accountLimitReached(): AppError {
  return new AppError(
    'ACCOUNT_LIMIT_REACHED',
    'Account limit reached for your plan. Upgrade to add more X accounts.',
  );
}
