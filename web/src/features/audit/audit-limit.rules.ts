import { AUDIT_LIMIT, AUDIT_LIMITS, AUDIT_MAX, AUDIT_STEP } from '@drumbeat/contract/audit/audit.rules.ts';

/** The number of entries that a URL asks for: a whole number up to the maximum. */
export function limitOf(text: string): number {
  const wanted = /^\d{1,3}$/.test(text) ? Number(text) : AUDIT_LIMIT;
  return wanted >= 1 && wanted <= AUDIT_MAX ? wanted : AUDIT_LIMIT;
}

/** The limit after 'Load more'; null if it is at the maximum. */
export function moreThan(limit: number): number | null {
  return limit >= AUDIT_MAX ? null : Math.min(limit + AUDIT_STEP, AUDIT_MAX);
}

/** What the selector shows: the largest choice that does not exceed the actual limit. */
export function choiceFor(limit: number): number {
  return AUDIT_LIMITS.findLast((choice) => choice <= limit) ?? AUDIT_LIMITS[0];
}
