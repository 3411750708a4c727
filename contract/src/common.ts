import { z } from 'zod';
import { REASON_MAX, REASON_MIN } from './reason.rules.ts';

/** An instant on the wire: ISO 8601 in UTC, for example `2026-11-21T09:00:00.000Z`. */
export const instant = z.iso.datetime({ offset: true });

/** A database id on the wire: decimal digits in a string, a safe integer on the server. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be an id')
  .transform(Number);

/** An account id as callers send it: digits in a string, or a plain number. */
export const idField = z
  .union([z.string().regex(/^[1-9]\d{0,14}$/, 'must be an id'), z.int().positive()])
  .transform(Number);

export const byId = z.object({ id: idParam });

/** The id of a post that is not saved yet: the browser made it up, and no server knows it. */
const temporaryId = z.string().regex(/^\d{1,20}-\d{1,20}$/);
/** A post's id: a number, or the text of a temporary one, which the server refuses as POST_NOT_SAVED. */
export const byPost = z.object({ id: z.union([idParam, temporaryId]) });
export const message = z.object({ message: z.string() });

/** Whether a text has no half of a character, which a record in JSON cannot hold. */
export function isWhole(text: string): boolean {
  return text.isWellFormed();
}

/** Why staff change something. The console always asks; a call without it is recorded as 'no reason given'. */
export const reason = z
  .string()
  .trim()
  .min(REASON_MIN, `A reason has at least ${REASON_MIN} characters.`)
  .max(REASON_MAX, `A reason has at most ${REASON_MAX} characters.`)
  .refine(isWhole, 'A reason has whole characters only.')
  .optional();

/** The body of a staff call that takes nothing but a reason; no body is fine, too. */
export const reasonBody = z.object({ reason }).nullish();

/** What a change by staff answers. */
export const changedByStaff = z.object({
  message: z.string(),
  /** Names the change for `POST /api/admin/users/:id/undo`; null where nothing changed, or where there is no way back. */
  change_id: z.string().nullable(),
});

/** The page of a list, from 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

/** The query of a staff call whose answer is masked: `true` shows addresses and provider ids, and is audited. */
export const sensitive = z.stringbool().default(false);

/** An IANA zone that this runtime knows, for example `Europe/Paris`. */
export const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  }, 'must be an IANA time zone');
