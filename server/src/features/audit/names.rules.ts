import { maskedDetails } from './masks.rules.ts';

/** Keys whose values are free text or handles, and so count as personal data whatever they contain. */
const NAMING = new Set(['reason', 'username', 'handle', 'device', 'email', 'to', 'subject', 'name', 'mark']);
/** The target of an entry about somebody without a known account; its personal data expires by itself. */
export const STRANGER = 'unknown';
/** Stored if no reason was given. */
export const NO_REASON = 'no reason given';

type Details = Record<string, unknown>;

/**
 * Splits the details of an entry: personal data, which may be erased later, and the rest, which is sealed.
 */
export function partNames(details: Details): { sealed: Details; named: Details | null } {
  const named = Object.entries(details).filter(([key, value]) => mayName(key, value));
  const sealed = Object.entries(details).filter(([key, value]) => !mayName(key, value));
  return {
    sealed: Object.fromEntries(sealed),
    named: named.length > 0 ? Object.fromEntries(named) : null,
  };
}

function mayName(key: string, value: unknown): boolean {
  if (key === 'reason' && value === NO_REASON) return false;
  return hasNamingKey(key, value) || JSON.stringify(value) !== JSON.stringify(maskedDetails(value));
}

/** Whether this or a nested key is a naming key with a text value. */
function hasNamingKey(key: string, value: unknown): boolean {
  if (typeof value === 'string') return NAMING.has(key);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([inner, below]) =>
    hasNamingKey(Array.isArray(value) ? key : inner, below),
  );
}
