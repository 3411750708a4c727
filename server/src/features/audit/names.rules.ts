import { maskedDetails } from './masks.rules.ts';

/** Details that hold free words or handles, whatever they say. */
const NAMING = new Set(['reason', 'username', 'handle', 'device', 'email', 'to', 'subject', 'name', 'mark']);
/** The target of an entry about somebody of whom no account is known: what names them ends by itself. */
export const STRANGER = 'unknown';
/** What stands for a reason that nobody gave. */
export const NO_REASON = 'no reason given';

type Details = Record<string, unknown>;

/** Parts the details of an entry: what may name a person and can be erased one day, and what stays and is sealed. */
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

/** Whether a naming key stands here with words, or anywhere below. */
function hasNamingKey(key: string, value: unknown): boolean {
  if (typeof value === 'string') return NAMING.has(key);
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([inner, below]) =>
    hasNamingKey(Array.isArray(value) ? key : inner, below),
  );
}
