import { AppError } from '../../platform/errors.ts';

/** The error for connecting more X accounts than the plan allows (ACC-28). */
export function accountLimitReached(): AppError {
  return new AppError(
    'ACCOUNT_LIMIT_REACHED',
    'Account limit reached for your plan. Upgrade to add more X accounts.',
  );
}
