/** Keys whose values are free text or handles, and so count as personal data whatever they contain. */
const NAMING = new Set(['reason', 'username', 'handle', 'device', 'email', 'to', 'subject', 'name', 'mark']);

/** The target of an entry about somebody without a known account; its personal data expires by itself. */
export const STRANGER = 'unknown';

/** Stored if no reason was given. */
export const NO_REASON = 'no reason given';

type Details = Record<string, unknown>;

/** An email address with only its first letter and its domain: `a***@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** A provider's id with only its prefix: `cus_` and asterisks. */
export function maskedId(id: string): string {
  return `${/^[a-z]+_/.exec(id)?.[0] ?? ''}********`;
}

/** An IP address with only its first half: `203.0.***.***`, `2001:db8:***`. */
export function maskedIp(ip: string): string {
  const isVersion6 = ip.includes(':');
  const [first = '', second = ''] = ip.split(isVersion6 ? ':' : '.');
  return isVersion6 ? `${first}:${second}:***` : `${first}.${second}.***.***`;
}

const EMAIL = /[^\s"<>(),;:@]{1,64}@[^\s"'<>(),;:@]{1,253}/g;
const PROVIDER_ID = /\b(?:cus|sub|in|ch|pi|pm|cs|evt|re|dp|price|prod|si|seti)_\w{1,255}/g;
const IP4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
const IP6 = /\b[\da-f]{1,4}(?::[\da-f]{0,4}){2,7}/gi;

/** A text with all email addresses, provider ids and IP addresses masked. */
export function maskedText(text: string): string {
  return text
    .replace(EMAIL, maskedEmail)
    .replace(PROVIDER_ID, maskedId)
    .replace(IP4, maskedIp)
    .replace(IP6, (found) => (/^\d\d(:\d\d)+$/.test(found) ? found : maskedIp(found)));
}

/** Audit details, or any JSON, with every string masked; keys and other values stay. */
export function maskedDetails<T>(value: T): T {
  if (typeof value === 'string') return maskedText(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => maskedDetails(each)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedDetails(each)])) as T;
}

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
