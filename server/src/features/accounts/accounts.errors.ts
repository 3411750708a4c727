import { AppError } from '../../platform/errors.ts';

/**
 * The same answer for an account that is another person's, disconnected or unknown. The owner reads it, and so
 * do staff, in the console and in a view, so it must not say 'you'.
 */
export function accountNotFound(): AppError {
  return new AppError('X_ACCOUNT_NOT_FOUND', 'This X account is not among the connected ones.');
}

/** The plan has no room for another X account (ACC-28). */
export function accountLimitReached(): AppError {
  return new AppError(
    'ACCOUNT_LIMIT_REACHED',
    'Account limit reached for your plan. Upgrade to add more X accounts.',
  );
}
