import { AppError } from '../../platform/errors.ts';

/** The refusal of one X account more than the plan has room for (ACC-28). */
export function accountLimitReached(): AppError {
  return new AppError(
    'ACCOUNT_LIMIT_REACHED',
    'Account limit reached for your plan. Upgrade to add more X accounts.',
  );
}
