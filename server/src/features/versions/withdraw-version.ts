import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockNewest } from './save-version.ts';
import { insertVersions, selectPublishedVersions } from './versions.store.ts';
import type { Subject, VersionRecord } from './versions.types.ts';

type Input = { subject: Subject; readVersion?: number | undefined; reason?: string | undefined };

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
  { subject, readVersion, reason }: Input,
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
