import { z } from 'zod';
import { instant } from './common.ts';

/** The version that somebody read before they changed it, 0 for none. With it, a save on top of another's is refused. */
export const readVersion = z.int().min(0).max(1_000_000_000).optional();

/** One saved version of a flag or template, without what it says. */
export const savedVersion = z.object({
  version: z.int(),
  is_published: z.boolean(),
  /** It took the text out of use, and kept it. */
  is_withdrawal: z.boolean(),
  saved_at: instant,
  /** Masked; null where the program wrote it. */
  saved_by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type SavedVersion = z.infer<typeof savedVersion>;

const whole = z.coerce.number().int();

/** The query of a list of versions, newest first. */
export const versionsPage = z.object({
  page: whole.min(1).max(10_000).default(1),
  limit: whole.min(1).max(50).default(20),
});
export const nextPage = z.int().nullable();

const DEEPEST = 32;

/** Whether PostgreSQL can keep a JSON value: no half of a surrogate pair, and not nested without end. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  const inner = Object.entries(value);
  return depth < DEEPEST && inner.every(([key, each]) => key.isWellFormed() && isStorable(each, depth + 1));
}

/** Any JSON value. */
export const jsonValue = z
  .unknown()
  .refine((value) => isStorable(value), 'must be JSON without broken characters');

/** A text that may be long; broken characters are replaced. */
export function longText(max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .transform((text) => text.toWellFormed());
}
