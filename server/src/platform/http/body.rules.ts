/** The most fields per object, and the deepest nesting of objects and lists. */
const MOST_FIELDS = 100;
const DEEPEST = 12;

/**
 * Why a parsed body is refused, in words; undefined if it is accepted. PostgreSQL cannot store null
 * characters or unpaired surrogates, so both are refused here, once for every field.
 */
export function faultOfBody(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0')
      ? undefined
      : 'The text holds a null character or half of a character, which is not allowed.';
  if (value === null || typeof value !== 'object') return undefined;
  if (depth === DEEPEST) return `The request is nested more than ${DEEPEST} levels deep.`;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  if (!Array.isArray(value) && parts.length > 2 * MOST_FIELDS)
    return `The request has more than ${MOST_FIELDS} fields in one place.`;
  for (const part of parts) {
    const fault = faultOfBody(part, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}
