import { AUDIT_LIMIT, AUDIT_LIMITS, AUDIT_MAX, AUDIT_STEP } from '@drumbeat/contract/audit.rules.ts';

/** The number of entries that an address asks for: a whole number up to the most there may be. */
export function limitOf(text: string): number {
  const wanted = /^\d{1,3}$/.test(text) ? Number(text) : AUDIT_LIMIT;
  return wanted >= 1 && wanted <= AUDIT_MAX ? wanted : AUDIT_LIMIT;
}

/** What 'Load more' asks for next; null where there is no more. */
export function moreThan(limit: number): number | null {
  return limit >= AUDIT_MAX ? null : Math.min(limit + AUDIT_STEP, AUDIT_MAX);
}

/** What the selector shows: the nearest choice that is not above the real number. */
export function choiceFor(limit: number): number {
  return AUDIT_LIMITS.findLast((choice) => choice <= limit) ?? AUDIT_LIMITS[0];
}
