/** Writes values for a page that must not change from one run to the next. */
import { createHash } from 'node:crypto';
import { inspect } from 'node:util';

const RANDOM: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?:[\w-]{32}|[\w-]{43}|[\w-]{64})(?![\w-])/g, '<secret>'],
  [/(?<=backupCodes: \[[^\]]*')[0-9a-z]{4}-[0-9a-z]{4}(?=')/g, '<code>'],
  [/(?<=^'?|backup_salt: ')(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}(?='|$)/g, '<salt>'],
  [/(?<=\bsecret=)[A-Z2-7]{32}\b/g, '<secret>'],
  [/(?<= nonce=")[^"]+/g, '<nonce>'],
  [/\bv1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]*\.[\w-]{22}/g, '<sealed>'],
  [/\b(?=[A-Z\d]*[A-Z])[A-Z\d]{8}-\d{4}\b(?!-)/g, '<number of an invoice>'],
  [/--_NmP-[0-9a-f]{16}/g, '--<boundary>'],
  [/\$(argon2|scrypt)[^'"\s]+/g, '<hash of a password>'],
  [/(http:\/\/)?(127\.0\.0\.1|localhost|\[::1\]):(?!3000\b)\d+/g, '<sandbox>'],
  [/\b(cus|sub|si|cs|pi|in|il|ch|pm|evt|bps|seti|dp|du|re|txn|card)_(test_)?[A-Za-z0-9]{8,}/g, '<$1_…>'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}(?:[.=][\w=.-]*)?/g, '<secret>'],
  [/\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9_-]{24,}\b(?:[.=][\w=.-]*)?/g, '<secret>'],
];

/** Replaced before ids are named: one in some ten thousand begins with digits that could be an id. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let tables: readonly string[] = [];
let open = (sealed: string): string => sealed;

/** Opens sealed texts, so that a page shows the variables of emails; what else is sealed is a secret. */
export function openSealed(opener: (sealed: string) => string): void {
  open = opener;
}

function withSealed(text: string): string {
  return text.replace(/\bv1\.[0-9a-f]{8}(\.[\w-]+){3}/g, (sealed) => {
    const opened = open(sealed);
    return opened.startsWith('{') ? `<sealed ${opened}>` : '<sealed>';
  });
}

/** Names the tables whose ids begin in the first, second … million (`database.ts`), so that an id tells what it is. */
export function nameIds(names: readonly string[]): void {
  tables = names;
}

/** 25000002 is the second id of the 25th table: `x_accounts#2`. */
function withNamedIds(text: string): string {
  return text.replace(/\b(\d{1,2})000(\d{3})\b/g, (number, million: string, nth: string) => {
    const table = tables[Number(million) - 1];
    return table && Number(nth) > 0 ? `${table}#${Number(nth)}` : number;
  });
}

/** A long list of numbers or bits, as the signature of a text has them: its digest tells as much as all of it. */
const LONG = /[[{] ?-?\d+(, ?-?\d+){60,} ?[\]}]|\b[01]{256}\b/g;
const digestOf = (list: string) => createHash('sha256').update(list.replace(/[^\d-]+/g, ' ').trim());
const withDigests = (text: string) =>
  text.replace(LONG, (list) => `<digest ${digestOf(list).digest('hex').slice(0, 6)}>`);

const DAY_MS = 86_400_000;
const INSTANT = /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)?/g;

/** The database's own clock, or the real one of a library: a page stands still years before the day of its test. */
function withoutRealTime(text: string): string {
  const real = performance.timeOrigin + performance.now();
  return text.replace(INSTANT, (instant) => {
    const at = Date.parse(instant.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    return Math.abs(at - real) < DAY_MS ? '<real time>' : instant;
  });
}

/** One value, on more lines unless they must be one, with what is random or real in it replaced by what it is. */
export function inPlain(value: unknown, { isOneLine = false } = {}): string {
  const text =
    typeof value === 'string'
      ? value
      : inspect(value, {
          depth: 12,
          breakLength: isOneLine ? Number.POSITIVE_INFINITY : 116,
          compact: isOneLine ? true : 8,
          sorted: true,
          maxArrayLength: 200,
          maxStringLength: 4_000,
        });
  return RANDOM.reduce(
    (rest, [found, name]) => rest.replace(found, name),
    withNamedIds(withDigests(withoutRealTime(withSealed(text))).replace(UUID, '<uuid>')),
  );
}
