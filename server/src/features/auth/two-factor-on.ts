import type { Db } from '../../platform/database.ts';
import { selectTwoFactor } from './two-factor.store.ts';

/** Whether signing in needs a code as well as the password. */
export async function twoFactorOn(db: Db, userId: number): Promise<boolean> {
  return Boolean((await selectTwoFactor(db, userId))?.enabledAt);
}
