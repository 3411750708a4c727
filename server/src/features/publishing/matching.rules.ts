import type { XPost } from '../../providers/x/x.ts';
import type { AttemptRecord } from './timeline.rules.ts';

/*
 * Whether a post on X is one of ours. X escapes a text, collapses its white space, and shows each link as one of t.co,
 * with the address that it leads to beside it. So our text is escaped as X does it, and X's text says which parts of ours
 * are links: we do not guess what X takes for one, and never decode what a person typed.
 */

/** `isLinkBlind`: the words are the same, but X did not say where each of its links leads. */
export type Match = { post: XPost; isLinkBlind: boolean };

type Urls = XPost['urls'];
type IsSame = (ours: string, short: string, urls: Urls) => boolean;

const shortLink = /(https?:\/\/t\.co\/[A-Za-z0-9]+)/i;
const scheme = /^https?:\/\//i;

/** The post on the timeline that a text of ours became, if any; skips posts of other attempts. A sure match goes first. */
export function findOnTimeline(
  content: string,
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
): Match | undefined {
  const sure = find(content, timeline, taken, leadsThere);
  if (sure) return { post: sure, isLinkBlind: false };
  const blind = find(content, timeline, taken, mayLeadThere);
  return blind && { post: blind, isLinkBlind: true };
}

/** A post with the same words, wherever its links lead: only good enough to ask the person. */
export function findSameWords(
  content: string,
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
): XPost | undefined {
  return find(content, timeline, taken, looksLikeLink);
}

/** The text as X writes it, but for its links. */
export function comparable(text: string): string {
  return oneLine(escaped(text.normalize('NFC')));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function oneLine(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

function find(
  content: string,
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
  isSame: IsSame,
): XPost | undefined {
  const ours = comparable(content);
  return timeline.find((post) => !taken.has(post.tweetId) && fits(ours, post, isSame));
}

/** Ways to lay X's text over ours that are followed at a time: more than any person's text has, and soon tried. */
const MOST_WAYS = 20;

/** Lays X's text over ours: its words must be there, and between them a link of ours for each of X's. */
function fits(ours: string, post: XPost, isSame: IsSame): boolean {
  const parts = partsOf(post);
  const start = parts[0] ?? '';
  if (!ours.startsWith(start) || !ours.endsWith(parts.at(-1) ?? '')) return false;
  let places = [start.length];
  for (let index = 1; index < parts.length && places.length > 0; index += 2) {
    const [short = '', words = ''] = parts.slice(index, index + 2);
    const ends = (from: number) =>
      index + 2 < parts.length ? endsBefore(ours, from, words) : [ours.length - words.length];
    const next = places.flatMap((from) =>
      ends(from).filter((end) => isSame(ours.slice(from, end), short, post.urls)),
    );
    places = [...new Set(next)].slice(0, MOST_WAYS).map((end) => end + words.length);
  }
  return places.includes(ours.length);
}

const knownParts = new WeakMap<XPost, string[]>();

/** X's text cut at its links; every second part is one. Kept, for after a restore thousands of texts are laid over it. */
function partsOf(post: XPost): string[] {
  const parts = knownParts.get(post) ?? oneLine(post.text).split(shortLink);
  knownParts.set(post, parts);
  return parts;
}

/** Where a link that begins at `from` can end so that these words follow it. */
function endsBefore(ours: string, from: number, words: string): number[] {
  const ends: number[] = [];
  const space = ours.indexOf(' ', from);
  const last = space === -1 ? ours.length - 1 : space;
  for (let end = ours.indexOf(words, from); end !== -1 && end <= last; end = ours.indexOf(words, end + 1)) {
    if (ends.push(end) === MOST_WAYS) break;
  }
  return ends;
}

function leadsThere(ours: string, short: string, urls: Urls): boolean {
  // A person may have typed a link of t.co, which X leaves as it is.
  if (ours === short) return true;
  const forms = urls.filter(({ url }) => url === short).map(({ expandedUrl }) => expandedUrl);
  return forms.some((form) => form !== null && isSameAddress(ours, escaped(form)));
}

function mayLeadThere(ours: string, short: string, urls: Urls): boolean {
  const isKnown = urls.some(({ url, expandedUrl }) => url === short && expandedUrl !== null);
  return isKnown ? leadsThere(ours, short, urls) : looksLikeLink(ours);
}

function looksLikeLink(ours: string): boolean {
  return !ours.includes(' ') && ours.slice(1, -1).includes('.');
}

/** A link without a scheme is the same with either: X adds one. */
function isSameAddress(ours: string, theirs: string): boolean {
  if (ours.includes(' ')) return false;
  const added = scheme.exec(theirs)?.[0] ?? 'http://';
  return normalAddress(scheme.test(ours) ? ours : `${added}${ours}`) === normalAddress(theirs);
}

/** Scheme and host in lower case, the host in punycode, the rest percent-encoded in one way. */
function normalAddress(link: string): string {
  const href = URL.parse(link)?.href ?? link;
  return href.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** How an attempt ended, as far as it tells whether its post may be on X. */
export type AttemptEnd = Pick<AttemptRecord, 'startedAt' | 'outcome' | 'unknownReason' | 'errorCode'>;

/**
 * From when on a post can be on X: from the start of its first attempt without a known end. A timeline that did not show
 * it may have been late, so an attempt that was called absent counts as well.
 */
export function searchStart(attempts: readonly AttemptEnd[], current: { startedAt: Date }): Date {
  const starts = attempts.filter(mayStand).map(({ startedAt }) => startedAt.getTime());
  return new Date(Math.min(current.startedAt.getTime(), ...starts));
}

function mayStand({ outcome, unknownReason, errorCode }: AttemptEnd): boolean {
  if (outcome === 'posted') return false;
  // X refused a duplicate: that call posted nothing, an earlier one may have.
  if (unknownReason !== null && unknownReason !== 'duplicate') return true;
  return outcome === null || outcome === 'absent' || errorCode === 'OUTCOME_UNKNOWN';
}

/** Whether X may take a text for a reply to somebody, so that a timeline without replies would not show it. */
export function beginsWithName(text: string): boolean {
  return /^[@\uff20]/.test(text.trimStart());
}
