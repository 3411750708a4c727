import { z } from 'zod';
import { instant } from './common.ts';

/** The version that the editor started from, 0 for none. If given, a save over a newer version is refused. */
export const readVersion = z.int().min(0).max(1_000_000_000).optional();

/** One saved version of a flag or template, without its content. */
export const savedVersion = z.object({
  version: z.int(),
  is_published: z.boolean(),
  /** This version took the text out of use; the text itself is kept. */
  is_withdrawal: z.boolean(),
  saved_at: instant,
  /** Masked; null if the program wrote it. */
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

/** Whether PostgreSQL can store a JSON value: no lone surrogates, and limited nesting. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  const inner = Object.entries(value);
  return depth < DEEPEST && inner.every(([key, each]) => key.isWellFormed() && isStorable(each, depth + 1));
}

export const jsonValue = z
  .unknown()
  .refine((value) => isStorable(value), 'must be JSON without broken characters');

/** A text that may be long; lone surrogates are replaced. */
export function longText(max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .transform((text) => text.toWellFormed());
}
