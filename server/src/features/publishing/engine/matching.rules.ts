import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { XPost } from '../../../providers/x/x.ts';
import type { AttemptRecord } from '../by-hand/post-history.rules.ts';

/*
 * Decides whether a post on X is one of ours. X HTML-escapes text, collapses white space, and replaces each
 * link with a t.co link plus its target. So we escape our text the same way and let X's text tell which parts
 * are links, instead of guessing what X treats as a link or decoding what a person typed.
 */

/** `isLinkBlind`: the words match, but X did not report the target of every link. */
export type Match = { post: XPost; isLinkBlind: boolean };

type Urls = XPost['urls'];
type IsSame = (ours: string, short: string, urls: Urls) => boolean;

const shortLink = /(https?:\/\/t\.co\/[A-Za-z0-9]+)/i;
const scheme = /^https?:\/\//i;

/** The post on the timeline that matches our text, if any; exact matches first. Skips posts in `taken`. */
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

/** A post with the same words, whatever its links point to. Not proof enough: the person must confirm it. */
export function findSameWords(
  content: string,
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
): XPost | undefined {
  return find(content, timeline, taken, looksLikeLink);
}

/** The text as X writes it, except for links. */
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

/** The most alignments to try at once: more than any real text needs, and still fast. */
const MOST_WAYS = 20;

/** Aligns X's text with ours: the words must match, with a link of ours for each link of X. */
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

/**
 * X's text split at its links: odd entries are links. Cached, because a restore compares thousands of texts
 * with it.
 */
function partsOf(post: XPost): string[] {
  const parts = knownParts.get(post) ?? oneLine(post.text).split(shortLink);
  knownParts.set(post, parts);
  return parts;
}

/** The positions where a link starting at `from` can end so that `words` follow it. */
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
  // A person may have typed a t.co link, which X leaves unchanged.
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

/** A link without a scheme matches http and https: X adds either. */
function isSameAddress(ours: string, theirs: string): boolean {
  if (ours.includes(' ')) return false;
  const added = scheme.exec(theirs)?.[0] ?? 'http://';
  return normalAddress(scheme.test(ours) ? ours : `${added}${ours}`) === normalAddress(theirs);
}

/** Scheme and host in lower case, the host in punycode, percent-encoding in upper case. */
function normalAddress(link: string): string {
  const href = URL.parse(link)?.href ?? link;
  return href.replaceAll(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** The parts of an attempt that tell whether its post may be on X. */
export type AttemptEnd = Pick<AttemptRecord, 'startedAt' | 'outcome' | 'unknownReason' | 'errorCode'>;

/**
 * The earliest time at which a post can be on X: the start of its first attempt without a known outcome. An
 * attempt recorded as absent counts too, because the timeline may have been stale.
 */
export function searchStart(attempts: readonly AttemptEnd[], current: { startedAt: Date }): Date {
  const starts = attempts.filter(mayStand).map(({ startedAt }) => startedAt.getTime());
  return new Date(Math.min(current.startedAt.getTime(), ...starts));
}

function mayStand({ outcome, unknownReason, errorCode }: AttemptEnd): boolean {
  if (outcome === 'posted') return false;
  // X refused a duplicate: that call posted nothing, but an earlier one may have.
  if (unknownReason !== null && unknownReason !== 'duplicate') return true;
  return outcome === null || outcome === 'absent' || errorCode === 'OUTCOME_UNKNOWN';
}

/** Whether X may treat a text as a reply, so that a timeline without replies would not show it. */
export function beginsWithName(text: string): boolean {
  return /^[@\uff20]/.test(text.trimStart());
}

/** A post that the restored database has as unpublished, and the earliest time at which it may be on X. */
export type Unpublished = { postId: number; content: string; earliest: Date };

/** The maximum clock difference between X and the database. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/**
 * Matches posts with a timeline that was read from `since` on, each tweet at most once. `found`: exact
 * matches; `unsure`: the same words, but for example a changed link.
 */
export function matchRestored<Post extends Unpublished>(
  posts: readonly Post[],
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
  since: Date,
): { found: { post: Post; tweet: XPost }[]; unsure: Post[] } {
  // The timeline may go back further for other posts; leave out what is too old for this one.
  const candidates = ({ earliest }: Post) =>
    since < earliest ? timeline.filter(({ createdAt }) => isSince(createdAt, earliest)) : timeline;
  const used = new Set(taken);
  const found: { post: Post; tweet: XPost }[] = [];
  const rest: Post[] = [];
  for (const post of posts) {
    // Fast path: of thousands of posts, nearly all have no match.
    if (!findSameWords(post.content, candidates(post), used)) continue;
    const match = findOnTimeline(post.content, candidates(post), used);
    if (!match || match.isLinkBlind) rest.push(post);
    else {
      used.add(match.post.tweetId);
      found.push({ post, tweet: match.post });
    }
  }
  return { found, unsure: rest.filter((post) => findSameWords(post.content, candidates(post), used)) };
}

function isSince(at: Date, earliest: Date): boolean {
  return at.getTime() >= earliest.getTime() - CLOCKS_DIFFER_MS;
}
