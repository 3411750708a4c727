import { z } from 'zod';
import { REASON_MAX, REASON_MIN } from './reason.rules.ts';

/** An instant on the wire: ISO 8601 in UTC, for example `2026-11-21T09:00:00.000Z`. */
export const instant = z.iso.datetime({ offset: true });

/** A database id on the wire: decimal digits in a string that fit a safe integer. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be an id')
  .transform(Number);

/** An account id in a request: digits in a string, or a number. */
export const idField = z
  .union([z.string().regex(/^[1-9]\d{0,14}$/, 'must be an id'), z.int().positive()])
  .transform(Number);

export const byId = z.object({ id: idParam });

/** The id of an unsaved post. The browser made it up; the server does not know it. */
const temporaryId = z.string().regex(/^\d{1,20}-\d{1,20}$/);
/** A post's id: a number, or a temporary one, which the server refuses with POST_NOT_SAVED. */
export const byPost = z.object({ id: z.union([idParam, temporaryId]) });
export const message = z.object({ message: z.string() });

/** Whether a text has no lone surrogates, which JSON in the database cannot store. */
export function isWhole(text: string): boolean {
  return text.isWellFormed();
}

/** Why staff make a change. The console always asks; a call without one is recorded as 'no reason given'. */
export const reason = z
  .string()
  .trim()
  .min(REASON_MIN, `A reason has at least ${REASON_MIN} characters.`)
  .max(REASON_MAX, `A reason has at most ${REASON_MAX} characters.`)
  .refine(isWhole, 'The reason contains invalid characters.')
  .optional();

/** The body of a staff call that takes only a reason; the body may be missing. */
export const reasonBody = z.object({ reason }).nullish();

/** The answer of a change by staff. */
export const changedByStaff = z.object({
  message: z.string(),
  /** For `POST /api/admin/users/:id/undo`; null if nothing changed or it cannot be undone. */
  change_id: z.string().nullable(),
});

/** A page number, starting at 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1);

/** For staff calls with a masked answer: `true` shows addresses and provider ids, and is audited. */
export const sensitive = z.stringbool().default(false);

/** An IANA time zone that this runtime knows, for example `Europe/Paris`. */
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
