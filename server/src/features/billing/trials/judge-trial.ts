import type { Db } from '../../../platform/database/database.ts';
import { findUser } from '../../users/users.queries.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { insertUsedTrials, selectTrialsOfOthers } from '../billing.trials.store.ts';
import { isTrialDue, type TrialKind, trialTexts } from './trials.rules.ts';

type JudgeDeps = Pick<BillingDeps, 'clock' | 'sealer' | 'xUsersOf'>;

/**
 * Whether a person may have a trial, as far as can be known before a checkout: by their own subscription,
 * email address and X accounts.
 */
export async function mayStartTrial(
  deps: JudgeDeps,
  db: Db,
  userId: number,
  person: Parameters<typeof isTrialDue>[0],
): Promise<boolean> {
  if (!isTrialDue(person, false)) return false;
  const { known, owners } = await marksOf(deps, db, userId, await findUser(db, userId), null);
  return isTrialDue(person, (await selectTrialsOfOthers(db, known, owners)).length > 0);
}

/**
 * Records what a running trial was started with (address, X accounts, card), and returns which of these
 * somebody else used for a trial before; null if none. Runs in the transaction that writes the subscription;
 * idempotent.
 */
export async function judgeTrial(
  deps: JudgeDeps,
  tx: Db,
  { userId, person, card }: { userId: number; person: UserRecord | undefined; card: string | null },
): Promise<TrialKind | null> {
  const { noted, known, owners } = await marksOf(deps, tx, userId, person, card);
  const ofOthers = await selectTrialsOfOthers(tx, known, owners);
  const usedAt = deps.clock.now();
  // A mark that somebody else used stays theirs, even if it was stored under a former key.
  const own = noted.filter(({ marks }) => !ofOthers.some(({ mark }) => marks.includes(mark)));
  await insertUsedTrials(
    tx,
    own.map(({ kind, mark, ownerMark }) => ({ kind, mark, ownerMark, usedAt })),
  );
  return ofOthers[0]?.kind ?? null;
}

/** The marks to record, each with those of former keys, and all marks that match, because keys rotate. */
async function marksOf(
  deps: JudgeDeps,
  db: Db,
  userId: number,
  user: UserRecord | undefined,
  card: string | null,
) {
  const xUsers = await deps.xUsersOf(db, userId);
  const texts = user ? trialTexts({ email: user.email, xUsers, card }) : [];
  const owner = `user ${userId}`;
  const noted = texts.map(({ kind, text }) => ({
    kind,
    mark: deps.sealer.mark(`${kind} ${text}`),
    marks: deps.sealer.marks(`${kind} ${text}`),
    ownerMark: deps.sealer.mark(owner),
  }));
  return { noted, known: noted.flatMap(({ marks }) => marks), owners: deps.sealer.marks(owner) };
}
