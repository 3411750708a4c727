/** What a search may mean; the same words may mean several things. */
export type Meaning = {
  /** A customer's or a post's id. */
  id?: number;
  tweetId?: string;
  username?: string;
  stripeId?: string;
  requestId?: string;
  /** A part of an email or of a niche's name. */
  words?: string;
};

const TWEET_URL =
  /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:\w{1,15}|i\/web)\/status\/(\d{1,20})(?:[/?#]|$)/i;
const PROFILE_URL = /^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(\w{1,15})\/?(?:[?#]|$)/i;
const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const STRIPE_ID = /^(?:cus|sub|in|ch|pi|re|dp|du|evt|cs)_\w{1,250}$/;
const HANDLE = /^@?(\w{1,15})$/;
/** The fewest characters of words that an index can find. */
const WORDS_MIN = 3;

/** Reads what staff typed. Words that can only be an id of one kind mean nothing else. */
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

/** Whether a search can only name one thing. */
export function isExact(meaning: Meaning): boolean {
  return meaning.words === undefined;
}
