import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskedEmail } from '../audit/masks.rules.ts';
import { findUser } from '../users/users.queries.ts';
import {
  insertVersions,
  lockSubject,
  selectNewestVersion,
  selectPublishedVersions,
} from './versions.store.ts';
import type { Subject, VersionRecord } from './versions.types.ts';

type Withdrawal = { subject: Subject; readVersion?: number | undefined; reason?: string | undefined };

type Input<Content> = {
  subject: Subject;
  content: Content;
  isPublished: boolean;
  /** The version that the person had read; without it, the save overwrites whatever is there. */
  readVersion?: number | undefined;
  reason?: string | undefined;
};

/**
 * Adds the next version of something that staff edit, in the caller's transaction, which then updates the
 * thing itself. Returns its number and the previous newest version. Throws STALE_VERSION if somebody else has
 * saved since.
 */
export async function saveVersion<Content>(
  { clock }: Pick<Platform, 'clock'>,
  tx: Db,
  actor: Actor,
  { subject, content, isPublished, readVersion, reason }: Input<Content>,
): Promise<{ version: number; before: VersionRecord<Content> | null }> {
  const newest = await lockNewest(tx, subject, readVersion);
  const version = (newest?.version ?? 0) + 1;
  await insertVersions(tx, [
    {
      subjectType: subject.type,
      subjectId: subject.id,
      version,
      content,
      isPublished,
      isWithdrawal: false,
      savedAt: clock.now(),
      savedBy: actor.userId,
      reason: reason ?? null,
    },
  ]);
  return { version, before: (newest as VersionRecord<Content> | undefined) ?? null };
}

/**
 * The newest version, locked against other saves until the transaction ends. Throws STALE_VERSION if it is
 * not the one that the person had read.
 */
async function lockNewest(
  tx: Db,
  subject: Subject,
  readVersion: number | undefined,
): Promise<VersionRecord | undefined> {
  await lockSubject(tx, subject);
  const newest = await selectNewestVersion(tx, subject);
  if (newest && readVersion !== undefined && newest.version !== readVersion)
    throw await staleVersion(tx, newest);
  return newest;
}

async function staleVersion(db: Db, newest: VersionRecord): Promise<AppError> {
  const { version, savedAt, savedBy } = newest;
  const person = savedBy === null ? undefined : await findUser(db, savedBy);
  const who = person ? maskedEmail(person.email) : 'An update of Drumbeat';
  const at = `${savedAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  return new AppError(
    'STALE_VERSION',
    `${who} saved version ${version} on ${at}, after you opened this. Nothing of theirs was overwritten. Compare, then save again.`,
    { data: { version, savedAt: savedAt.toISOString(), savedBy: person ? who : null } },
  );
}

/**
 * Withdraws the published version of something that staff edit, in the caller's transaction, which then
 * updates the thing itself. This is recorded as a version with the last saved text; publishing a later one
 * ends it. Throws STALE_VERSION if somebody else has saved since, and VALIDATION_FAILED if nothing is
 * published.
 */
export async function withdrawVersion<Content>(
  { clock }: Pick<Platform, 'clock'>,
  tx: Db,
  actor: Actor,
  { subject, readVersion, reason }: Withdrawal,
): Promise<{ version: number; content: Content; published: number }> {
  const newest = (await lockNewest(tx, subject, readVersion)) as VersionRecord<Content> | undefined;
  const [published] = await selectPublishedVersions(tx, subject.type, [subject.id]);
  if (!newest || !published)
    throw new AppError('VALIDATION_FAILED', 'No version is published, so there is nothing to withdraw.');
  const { content } = newest;
  const version = newest.version + 1;
  await insertVersions(tx, [
    {
      subjectType: subject.type,
      subjectId: subject.id,
      version,
      content,
      isPublished: false,
      isWithdrawal: true,
      savedAt: clock.now(),
      savedBy: actor.userId,
      reason: reason ?? null,
    },
  ]);
  return { version, content, published: published.version };
}
