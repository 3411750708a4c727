import tlds from './tlds.json' with { type: 'json' };

/** A link in a text, as a range of UTF-16 code units: `text.slice(start, end)`. */
export type UrlRange = { start: number; end: number };

/**
 * Finds links as X does, according to its conformance tests: with a protocol, any host whose last label
 * starts with a known TLD; without one, only ASCII or accented Latin labels before the TLD. It scans in
 * linear time, so that no text can stall the browser or the server.
 */

// ASCII except letters, digits, `-`, `.`, `_`; then spaces, direction marks and non-characters.
const notHost =
  '\\x00-,\\/:-@\\[-\\^`{-\\x7F\\x85\\xA0\\u061C\\u1680\\u180E\\u2000-\\u200A\\u200E\\u200F' +
  '\\u2028-\\u202F\\u205F\\u2066-\\u2069\\u3000\\uFEFF\\uFFFE\\uFFFF';
const hostRun = new RegExp(`[^${notHost}]+`, 'g');
const latin = 'A-Za-z0-9\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B';
// A match starts only at the start of a run of label characters; trying within a run would take quadratic
// time.
export const bareHost: RegExp = new RegExp(`(?<![${latin}\\-])(?:[${latin}\\-]+\\.)+`, 'g');

// A path may contain balanced brackets two levels deep, does not end in punctuation, and starts only at the
// start of a run.
const inPath = `[${latin}\\u0300-\\u036F\\u0400-\\u04FF\\u1E00-\\u1EFF!*';:=+,.$\\/%#\\[\\]\\-\\u2013_~@\\|&]`;
const path = new RegExp(`\\/(?:${inPath}|\\((?:${inPath}|\\(${inPath}+\\))+\\))*`, 'y');
export const pathTail: RegExp = /(?<![!*';:,.$%[\]\u2013~@|&])[!*';:,.$%[\]\u2013~@|&]+$/;
const query = /\?[A-Za-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*/y;
export const queryTail: RegExp = /(?<![^A-Za-z0-9_&=#/-])[^A-Za-z0-9_&=#/-]+$/;
const port = /:\d+/y;
const shortLink = /^https?:\/\/t\.co\/([A-Za-z0-9]+)/i;

const MAX_LABEL = 63;
const MAX_URL = 4096;
const MAX_SHORT_LINK_SLUG = 40;
/**
 * The top-level domains that X recognises, lower-case, as its published counting vectors list them. A bare
 * `name.tld` counts as a link only when its TLD is one of these.
 */
export const topLevelDomains: ReadonlySet<string> = new Set(tlds);
const longestTld = Math.max(...[...topLevelDomains].map((tld) => tld.length));

/** The length of the TLD at `at`; 0 if there is none or if the address continues after it. */
function tldLengthAt(text: string, at: number): number {
  const punycode = /^xn--[a-z0-9-]+/i.exec(text.slice(at, at + MAX_LABEL + 1))?.[0];
  if (punycode) return punycode.length;
  const candidate = text.slice(at, at + longestTld).toLowerCase();
  // Stryker disable next-line EqualityOperator: no TLD has one letter.
  for (let length = candidate.length; length > 1; length--) {
    if (!topLevelDomains.has(candidate.slice(0, length))) continue;
    if (!/[A-Za-z0-9@+-]/.test(text.charAt(at + length))) return length;
  }
  return 0;
}

function isLabel(label: string, isDomain: boolean): boolean {
  if (label === '' || /^[-_]|[-_]$/.test(label)) return false;
  return !isDomain || !label.includes('_');
}

/**
 * The end of the longest host in a run: valid labels, with dots within `[start, end)`, then a TLD; 0 if there
 * is none. `run` is one run of host characters plus the character after it.
 */
function hostEnd(run: string, start: number, end: number): number {
  let found = 0;
  let labelStart = start;
  // Stryker disable next-line EqualityOperator: the character after the last label is no dot.
  for (let dot = run.indexOf('.', start); dot !== -1 && dot < end; dot = run.indexOf('.', labelStart)) {
    const label = run.slice(labelStart, dot);
    if (!isLabel(label, false)) break;
    const tld = isLabel(label, true) ? tldLengthAt(run, dot + 1) : 0;
    if (tld > 0) found = dot + 1 + tld;
    labelStart = dot + 1;
  }
  return found;
}

/** Whether every label fits DNS limits (non-ASCII ones in punycode) and the whole is not absurdly long. */
function isAddress(host: string, length: number): boolean {
  if (length > MAX_URL) return false;
  if (host.split('.').some((label) => label.length > MAX_LABEL)) return false;
  // Stryker disable next-line ConditionalExpression,Regex: only saves time, for the parser takes all of ASCII.
  if (/^[\x21-\x7E]+$/.test(host)) return true;
  // Stryker disable BlockStatement: an empty catch gives undefined, which counts as no.
  try {
    const ascii = new URL(`http://${host}`).hostname;
    return ascii.split('.').every((label) => label.length <= MAX_LABEL);
  } catch {
    return false;
  }
  // Stryker restore BlockStatement
}

/** Where a sticky pattern's match at `at` ends, without trailing punctuation. */
function endOf(pattern: RegExp, tail: RegExp | null, text: string, at: number): number {
  pattern.lastIndex = at;
  const match = pattern.exec(text)?.[0];
  if (match === undefined) return at;
  return at + (tail ? match.replace(tail, '') : match).length;
}

function endOfRest(text: string, at: number): number {
  const afterPort = endOf(port, null, text, at);
  return endOf(query, queryTail, text, endOf(path, pathTail, text, afterPort));
}

/** A link that starts with its protocol; null if it is not one. t.co links end with their slug. */
function withProtocol(text: string, start: number, hostStart: number, run: string): UrlRange | null {
  const host = run.slice(0, hostEnd(run, 0, run.length));
  // Stryker disable next-line ConditionalExpression,StringLiteral: only saves time, an empty host is no address.
  if (host === '') return null;
  const end = endOfRest(text, hostStart + host.length);
  if (!isAddress(host, end - start)) return null;
  const short = shortLink.exec(text.slice(start, end));
  if (!short) return { start, end };
  // Stryker disable next-line StringLiteral: the group always has a text.
  if ((short[1] ?? '').length > MAX_SHORT_LINK_SLUG) return null;
  return { start, end: endOf(query, queryTail, text, start + short[0].length) };
}

/** The bare addresses within one run of host characters; only the last one can have a path. */
function withoutProtocol(text: string, runStart: number, run: string): UrlRange[] {
  const found: UrlRange[] = [];
  for (const match of run.matchAll(bareHost)) {
    if (/[@＠$#＃_./-]/.test(text.charAt(runStart + match.index - 1))) continue;
    const end = hostEnd(run, match.index, match.index + match[0].length);
    const host = run.slice(match.index, end);
    // Stryker disable next-line ConditionalExpression,StringLiteral: only saves time, an empty host is no address.
    if (host === '' || !isAddress(host, host.length)) continue;
    found.push({ start: runStart + match.index, end: endOfRest(text, runStart + end) });
  }
  return found;
}

/** Every link that X would see in a text, in order. */
export function findUrls(text: string): UrlRange[] {
  const found: UrlRange[] = [];
  hostRun.lastIndex = 0;
  for (let match = hostRun.exec(text); match; match = hostRun.exec(text)) {
    const start = match.index;
    const end = hostRun.lastIndex;
    const run = text.slice(start, end + 1);
    const protocol = /https?:\/\/$/i.exec(text.slice(Math.max(0, start - 8), start))?.[0].length ?? 0;
    if (protocol === 0) {
      found.push(...withoutProtocol(text, start, run));
    } else if (!/[A-Za-z0-9@＠$#＃]/.test(text.charAt(start - protocol - 1))) {
      const url = withProtocol(text, start - protocol, start, run);
      if (url) found.push(url);
    }
    hostRun.lastIndex = Math.max(end, found.at(-1)?.end ?? 0);
  }
  return found;
}
