import type { Db } from '../../platform/database/database.ts';
import { lockDrafts, upsertTexts } from './alike.store.ts';
import { findAlikeOfEach } from './find-alike.ts';
import { signatureOf } from './signature.rules.ts';
import { lookAgainAt } from './window.rules.ts';

type Job = { id: string; userId: number };

/**
 * Splits a job's new drafts into those unlike any post or draft of the installation, which are recorded, and
 * the rest. Serialised across transactions, so that two jobs never accept similar drafts; the caller should
 * commit soon. The drafts are not compared with each other.
 */
export async function refuseAlike(
  tx: Db,
  { id: jobId, userId }: Job,
  drafts: readonly string[],
  now: Date,
): Promise<{ accepted: string[]; refused: string[] }> {
  const [accepted, refused]: [string[], string[]] = [[], []];
  if (drafts.length === 0) return { accepted, refused };
  await lockDrafts(tx);
  const alike = await findAlikeOfEach(tx, drafts, now);
  for (const draft of drafts) (alike.get(draft)?.length ? refused : accepted).push(draft);
  const lookAt = lookAgainAt(now, now);
  await upsertTexts(
    tx,
    accepted.map((draft) => ({ jobId, userId, draft, ...signatureOf(draft), lookAt })),
  );
  return { accepted, refused };
}
