import type { Db } from '../../platform/database.ts';
import { lockDrafts, upsertTexts } from './alike.store.ts';
import { findAlike } from './find-alike.ts';
import { signatureOf } from './signature.rules.ts';
import { lookAgainAt } from './window.rules.ts';

type Job = { id: string; userId: number };

/**
 * Sorts a job's new drafts into those unlike every post and draft of the installation, and the rest. The first can be found
 * by others from now on. One transaction at a time does this, so that two jobs never take alike drafts; the caller's ends
 * soon after. Drafts are compared with what was there before, not with each other.
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
  for (const draft of drafts) {
    const alike = await findAlike(tx, draft, now);
    (alike.length > 0 ? refused : accepted).push(draft);
  }
  const lookAt = lookAgainAt(now, now);
  await upsertTexts(
    tx,
    accepted.map((draft) => ({ jobId, userId, draft, ...signatureOf(draft), lookAt })),
  );
  return { accepted, refused };
}
