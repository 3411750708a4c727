import { type CallContext, knownVisitor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { tellPerson } from '../../platform/person-changes.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { selectUserForUpdate, updateUser } from './users.store.ts';

export const UNSUBSCRIBE_PATH = '/api/emails/unsubscribe';
const PURPOSE = 'weekly_summary';

/** The address that ends a person's weekly summary without a sign-in. It works until APP_SECRET is forgotten. */
export function unsubscribeLink(
  { sealer, publicUrl }: Pick<Platform, 'sealer'> & { publicUrl: string },
  userId: number,
): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${sealer.seal(`${PURPOSE}:${userId}`)}`;
}

/** Whose link it is; undefined for a token that is not ours. */
export function readUnsubscribeToken(
  { sealer }: Pick<Platform, 'sealer'>,
  token: string,
): number | undefined {
  try {
    const [purpose, userId] = sealer.open(token).split(':');
    return purpose === PURPOSE ? Number(userId) : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the weekly summary of whoever's token it is; a repeat changes nothing. False for a token that is not ours. */
export async function endSummary(
  deps: Pick<Platform, 'db' | 'clock' | 'sealer'>,
  visitor: CallContext,
  token: string,
): Promise<boolean> {
  const userId = readUnsubscribeToken(deps, token);
  if (userId === undefined) return false;
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const user = await selectUserForUpdate(tx, userId);
    if (!user?.weeklySummary) return;
    await updateUser(tx, userId, { weeklySummary: false, updatedAt: at });
    await tellPerson(tx, userId, 'settings_changed', at);
    await recordAudit(tx, knownVisitor(visitor, userId), {
      at,
      action: 'users.preferences_changed',
      target: { type: 'user', id: userId },
      details: { weeklySummary: false, by: 'link' },
    });
  });
  return true;
}
