import { type Actor, type CallContext, knownVisitor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { notifyPerson } from '../../platform/person-changes.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { UsersDeps } from './users.deps.ts';
import { selectUserForUpdate, updateUser } from './users.store.ts';

export const UNSUBSCRIBE_PATH = '/api/emails/unsubscribe';

/** The emails that a link can stop, each with its setting. */
const choices = { weekly_summary: 'weeklySummary', marketing: 'emailConsent' } as const;

export type StoppableEmail = keyof typeof choices;

/** The URL that stops these emails for a person without signing in. Valid as long as APP_SECRET is known. */
export function unsubscribeLink(
  { sealer, publicUrl }: Pick<Platform, 'sealer'> & { publicUrl: string },
  email: StoppableEmail,
  userId: number,
): string {
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${sealer.seal('email link', `${email}:${userId}`)}`;
}

/** The person and the emails of an unsubscribe token; undefined if it is not valid. */
export function readUnsubscribeToken(
  { sealer }: Pick<Platform, 'sealer'>,
  token: string,
): { email: StoppableEmail; userId: number } | undefined {
  try {
    const [email = '', userId] = sealer.open('email link', token).split(':');
    return Object.hasOwn(choices, email)
      ? { email: email as StoppableEmail, userId: Number(userId) }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stops the emails of the token's person and returns which; undefined if the token is not valid. Idempotent.
 */
export async function endEmails(
  deps: Pick<Platform, 'db' | 'clock' | 'sealer'>,
  visitor: CallContext,
  token: string,
): Promise<StoppableEmail | undefined> {
  const known = readUnsubscribeToken(deps, token);
  if (!known) return undefined;
  const { email, userId } = known;
  const change = { [choices[email]]: false };
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const user = await selectUserForUpdate(tx, userId);
    if (!user?.[choices[email]]) return;
    await updateUser(tx, userId, { ...change, updatedAt: at });
    await notifyPerson(tx, userId, 'settings_changed', at);
    await recordAudit(tx, knownVisitor(visitor, userId), {
      at,
      action: 'users.preferences_changed',
      target: { type: 'user', id: userId },
      details: { ...change, by: 'link' },
    });
  });
  return email;
}

/** The optional emails that a person wants; omitted choices stay as they are. */
type Choices = { emailConsent?: boolean | undefined; weeklySummary?: boolean | undefined };

/** Changes the consent to marketing emails and the choice of a weekly summary. Audited. */
export async function updateEmailChoices(
  deps: UsersDeps,
  actor: Actor,
  { emailConsent, weeklySummary }: Choices,
): Promise<void> {
  const at = deps.clock.now();
  const change = {
    ...(emailConsent === undefined ? {} : { emailConsent }),
    ...(weeklySummary === undefined ? {} : { weeklySummary }),
  };
  if (Object.keys(change).length === 0) return;
  await inTransaction(deps.db, async (tx) => {
    await updateUser(tx, actor.userId, { ...change, updatedAt: at });
    await notifyPerson(tx, actor.userId, 'settings_changed', at);
    await recordAudit(tx, actor, {
      at,
      action: 'users.preferences_changed',
      target: { type: 'user', id: actor.userId },
      details: change,
    });
  });
}
