/** The possible meanings of a search; one text may have several. */
export type Meaning = {
  /** A customer's or a post's id. */
  id?: number;
  tweetId?: string;
  username?: string;
  stripeId?: string;
  requestId?: string;
  /** A part of an email address or a niche's name. */
  words?: string;
};

const TWEET_URL =
  /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:\w{1,15}|i\/web)\/status\/(\d{1,20})(?:[/?#]|$)/i;
const PROFILE_URL = /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(\w{1,15})\/?(?:[?#]|$)/i;
const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const STRIPE_ID = /^(?:cus|sub|in|ch|pi|re|dp|du|evt|cs)_\w{1,250}$/;
const HANDLE = /^@?(\w{1,15})$/;
/** The fewest characters that the index can search for. */
const WORDS_MIN = 3;

/** Interprets what staff typed. A text that can only be one kind of id has no other meaning. */
export function meaningOf(q: string): Meaning {
  const [, linked] = TWEET_URL.exec(q) ?? [];
  if (linked) return { tweetId: linked };
  const [, profile] = PROFILE_URL.exec(q) ?? [];
  if (profile) return { username: profile };
  if (REQUEST_ID.test(q)) return { requestId: q.toLowerCase() };
  if (STRIPE_ID.test(q)) return { stripeId: q };
  if (/^\d{1,20}$/.test(q)) return meaningOfDigits(q);
  const [, handle] = HANDLE.exec(q) ?? [];
  return {
    ...(handle ? { username: handle } : {}),
    ...(!q.startsWith('@') && q.length >= WORDS_MIN ? { words: q.toLowerCase() } : {}),
  };
}

function meaningOfDigits(q: string): Meaning {
  const id = Number(q);
  return { tweetId: q, ...(q.length <= 15 && id > 0 ? { id } : {}) };
}

/** Whether a search can refer to only one thing. */
export function isExact(meaning: Meaning): boolean {
  return meaning.words === undefined;
}
