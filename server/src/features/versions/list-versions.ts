import type { SavedVersion } from '@drumbeat/contract/versions.ts';
import type { Db } from '../../platform/database/database.ts';
import { maskedEmail } from '../audit/masks.rules.ts';
import { findEmails } from '../users/users.queries.ts';
import { selectVersions } from './versions.store.ts';
import type { Subject, VersionRecord } from './versions.types.ts';

type Page = { page: number; limit: number };
type Listed<Content> = { versions: (SavedVersion & { content: Content })[]; nextPage: number | null };

/**
 * A page of the versions of a flag or template with their content, newest first; empty for an unknown one.
 */
export async function listVersions<Content>(
  db: Db,
  subject: Subject,
  { page, limit }: Page,
): Promise<Listed<Content>> {
  const rows = await selectVersions(db, subject, { offset: (page - 1) * limit, limit: limit + 1 });
  const shown = rows.slice(0, limit) as VersionRecord<Content>[];
  const emails = await findEmails(
    db,
    shown.flatMap(({ savedBy }) => (savedBy === null ? [] : [savedBy])),
  );
  return {
    versions: shown.map(({ version, isPublished, isWithdrawal, savedAt, savedBy, reason, content }) => {
      const email = savedBy === null ? undefined : emails.get(savedBy);
      return {
        version,
        is_published: isPublished,
        is_withdrawal: isWithdrawal,
        saved_at: savedAt.toISOString(),
        saved_by: email === undefined ? null : maskedEmail(email),
        reason,
        content,
      };
    }),
    nextPage: rows.length > limit ? page + 1 : null,
  };
}
