import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import type { XAccountRecord } from '../accounts/accounts.types.ts';

/** An account's id in either spelling. */
export type AccountIdInput = {
  twitterAccountId?: number | undefined;
  twitter_account_id?: number | undefined;
};

/** The account id in a request, in either spelling. Throws ACCOUNT_IDS_DIFFER. */
export function givenAccountId(input: AccountIdInput): number | undefined {
  const { twitterAccountId: camel, twitter_account_id: snake } = input;
  if (camel !== undefined && snake !== undefined && camel !== snake)
    throw new AppError(
      'ACCOUNT_IDS_DIFFER',
      'twitterAccountId and twitter_account_id name different accounts.',
    );
  return camel ?? snake;
}

/**
 * The person's account named in the request, or else the selected one. Throws X_ACCOUNT_NOT_FOUND,
 * X_NOT_CONNECTED.
 */
export async function chooseAccount(db: Db, userId: number, input: AccountIdInput): Promise<XAccountRecord> {
  const id = givenAccountId(input);
  try {
    return await findAccount(db, userId, id);
  } catch (error) {
    if (id === undefined && error instanceof AppError && error.code === 'X_NOT_CONNECTED') {
      throw new AppError('X_NOT_CONNECTED', 'Please select a Twitter/X account before scheduling.', {
        cause: error,
      });
    }
    throw error;
  }
}
