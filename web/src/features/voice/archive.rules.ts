import {
  ARCHIVE_MAX_BYTES,
  IMPORT_CHARACTERS_MAX,
  IMPORT_MAX,
  IMPORT_MIN,
  IMPORTED_POST_MAX,
} from '@drumbeat/contract/voice/voice.rules.ts';

/** A post as it is sent to the server: only its text and when it was posted. */
export type OwnPost = { text: string; sentAt: string | null };
/** The posts in a file or paste, newest first, and how many were skipped; or why there are none. */
export type ReadPosts = { posts: OwnPost[]; leftOut: number } | { problem: string };

const megabytes = ARCHIVE_MAX_BYTES / 1_048_576;

export const archiveProblems = {
  large: `This file is larger than ${megabytes} MB. Choose tweets.js from the data folder of your archive.`,
  packed: 'This is the packed archive. Unpack it, then choose tweets.js from its data folder.',
  other: 'This is not the tweets.js of an X archive. It is in the data folder of the archive.',
  broken: 'This tweets.js can’t be read: it was cut off or changed. Download your archive from X again.',
  slow: 'Reading this file took too long. Close other tabs and try again.',
  unread: 'The browser could not read this file. Choose it again.',
} as const;

/** A post in the format of X's archives. */
type Tweet = { full_text: string; created_at?: unknown };

/** The start of a `tweets.js`, up to its JSON. The number counts the parts of a large archive. */
const head = /^\uFEFF?\s{0,100}window\.YTD\.tweets?\.part\d{1,4}\s{0,10}=\s{0,10}/;
const blankLine = /\n[^\S\n]*\n/;

/** Why a file is not an archive, by its first characters; null if it may be one. */
export function headProblem(start: string): string | null {
  if (start.startsWith('PK')) return archiveProblems.packed;
  return head.test(start) ? null : archiveProblems.other;
}

/** Parses the posts of a `tweets.js`: JSON behind an assignment. The file is never executed. */
export function readArchive(text: string): ReadPosts {
  const problem = headProblem(text);
  if (problem) return { problem };
  let entries: unknown;
  try {
    entries = JSON.parse(text.replace(head, '').replace(/;\s{0,100}$/, ''));
  } catch {
    return { problem: archiveProblems.broken };
  }
  if (!Array.isArray(entries)) return { problem: archiveProblems.other };
  const posts = entries.flatMap((entry) => ownPostOf(entry) ?? []);
  if (entries.length > 0 && !entries.some((entry) => tweetOf(entry)))
    return { problem: archiveProblems.other };
  return chosen(posts.sort(newestFirst), entries.length);
}

/** Parses pasted posts: separated by blank lines, or else one per line. */
export function readPasted(text: string): ReadPosts {
  const lines = text.replace(/\r\n?/g, '\n');
  const parts = lines.split(blankLine.test(lines) ? blankLine : '\n');
  const texts = parts.map((part) => part.trim()).filter((part) => part !== '');
  const long = texts.findIndex((part) => part.length > IMPORTED_POST_MAX);
  if (long >= 0) {
    const most = IMPORTED_POST_MAX.toLocaleString('en-GB');
    return { problem: `Post ${long + 1} is longer than ${most} characters. Put a blank line between posts.` };
  }
  return chosen(
    texts.filter(isOwnText).map((part) => ({ text: part, sentAt: null })),
    texts.length,
  );
}

/** The newest posts, up to the limit; a problem if there are too few. */
function chosen(posts: readonly OwnPost[], found: number): ReadPosts {
  const taken: OwnPost[] = [];
  let characters = 0;
  for (const post of posts.slice(0, IMPORT_MAX)) {
    characters += post.text.length;
    if (characters > IMPORT_CHARACTERS_MAX) break;
    taken.push(post);
  }
  if (taken.length >= IMPORT_MIN) return { posts: taken, leftOut: found - taken.length };
  const count = taken.length === 1 ? 'is 1 post' : `are ${taken.length} posts`;
  return { problem: `There ${count} of your own here. A profile needs at least ${IMPORT_MIN}.` };
}

/** Newest first; posts without a time come last, in their original order. */
function newestFirst(a: OwnPost, b: OwnPost): number {
  return timeOf(b) - timeOf(a) || 0;
}

function timeOf({ sentAt }: OwnPost): number {
  return sentAt === null ? Number.NEGATIVE_INFINITY : Date.parse(sentAt);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The tweet of an entry; older archives do not wrap it. */
function tweetOf(entry: unknown): (Tweet & Record<string, unknown>) | null {
  const tweet = isRecord(entry) && isRecord(entry.tweet) ? entry.tweet : entry;
  return isRecord(tweet) && typeof tweet.full_text === 'string'
    ? (tweet as Tweet & Record<string, unknown>)
    : null;
}

/** A post that the person wrote themselves: not a repost or reply, and more than just a link. */
function ownPostOf(entry: unknown): OwnPost | null {
  const tweet = tweetOf(entry);
  if (!tweet) return null;
  const isReply = [
    tweet.in_reply_to_status_id,
    tweet.in_reply_to_status_id_str,
    tweet.in_reply_to_user_id,
  ].some((id) => id !== undefined && id !== null && id !== '');
  const text = unescaped(tweet.full_text).trim();
  if (isReply || tweet.retweeted === true || !isOwnText(text) || text.length > IMPORTED_POST_MAX) return null;
  const at = typeof tweet.created_at === 'string' ? Date.parse(tweet.created_at) : Number.NaN;
  return { text, sentAt: Number.isNaN(at) ? null : new Date(at).toISOString() };
}

function isOwnText(text: string): boolean {
  const words = text.replace(/https?:\/\/\S+/g, '');
  return !/^RT @/.test(text) && /\p{L}/u.test(words) && text.isWellFormed() && !text.includes('\0');
}

/** Unescapes the three characters that X escapes in archives. The ampersand last, to not unescape twice. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
