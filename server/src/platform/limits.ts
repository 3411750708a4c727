import type { Limit } from './rate-limits.ts';

// The one home of rate limits: what is counted, how often it may happen, in how many seconds. Keys are the caller's.

/** Failed sign-ins of one account from one network. A sign-in that succeeds forgets those before it. */
export const failedSignIns: Limit = { name: 'sign-in', points: 10, seconds: 15 * 60 };

/** Misses from one network, whatever the accounts; an office shares one. */
export const missesOfNetwork: Limit = { name: 'sign-in-network', points: 60, seconds: 15 * 60 };

/** Misses of one account from networks that its owner has not signed in from. Those it never shuts out. */
export const missesOfAccount: Limit = { name: 'sign-in-account', points: 100, seconds: 60 * 60 };

/** Sign-ups from one address; generous, for offices and classrooms share one. */
export const signUpsByAddress: Limit = { name: 'sign-up', points: 30, seconds: 60 * 60 };

/** Links asked for by one address on the net, and for one email; the same whether or not it has an account. */
export const resetMailsByAddress: Limit = { name: 'forgot-ip', points: 20, seconds: 60 * 60 };
/** For one email from one network: a stranger elsewhere does not use up what the owner may ask for. */
export const resetMailsByEmail: Limit = { name: 'forgot-email', points: 5, seconds: 60 * 60 };
/** For one email from everywhere, so that nobody's mailbox is filled. */
export const resetMailsInAll: Limit = { name: 'forgot-all', points: 20, seconds: 60 * 60 };

/** Looks at mailed links from one address, and new passwords set by them. */
export const resetLinkChecks: Limit = { name: 'reset-check', points: 60, seconds: 15 * 60 };
/** Accounts called not one's own from one address, by the link in the verification email. */
export const disowns: Limit = { name: 'disown', points: 20, seconds: 15 * 60 };
export const resetsByAddress: Limit = { name: 'reset', points: 20, seconds: 15 * 60 };

/** Wrong codes of one person, wherever they were given. */
export const wrongCodes: Limit = { name: 'second-factor', points: 5, seconds: 15 * 60 };

/** Wrong passwords given by a session to confirm what it asks for. */
export const wrongConfirmations: Limit = { name: 'confirm-password', points: 10, seconds: 15 * 60 };

/** Tokens for event streams of one person: each open page asks for one, and again when its stream breaks. */
export const streamTokens: Limit = { name: 'stream-token', points: 300, seconds: 5 * 60 };

/** Set-ups begun by one person, each of which makes a secret and ten codes. */
export const setUps: Limit = { name: 'two-factor-setup', points: 20, seconds: 60 * 60 };

/** QR codes drawn for one person. */
export const qrCodes: Limit = { name: 'two-factor-qr', points: 60, seconds: 60 * 60 };

/** Edits of one person: more than anybody makes by hand, less than it takes to keep the server busy. */
export const postEdits: Limit = { name: 'post-edit', points: 120, seconds: 60 };

/** Questions to one person whether a text like another post is meant: nobody shall find out what others have written. */
export const similarQuestions: Limit = { name: 'similar-question', points: 20, seconds: 60 * 60 };

/** Files of one person that are read as posts, each after a dry run or two. */
export const postImports: Limit = { name: 'post-import', points: 60, seconds: 60 * 60 };

/** Changes of one person to their voices, by hand. */
export const voiceChanges: Limit = { name: 'voice-change', points: 60, seconds: 60 * 60 };

/** Imports of one person's posts for a voice: each reads up to 3,200 texts. */
export const voiceImports: Limit = { name: 'voice-import', points: 20, seconds: 60 * 60 };

/** Looks at how near texts are to a voice: a preview looks again after each edit. */
export const voiceComparisons: Limit = { name: 'voice-compare', points: 300, seconds: 10 * 60 };

/** Changes of one person to their facts: more than anybody makes by hand. */
export const factChanges: Limit = { name: 'facts', points: 120, seconds: 60 };

/** Feeds that we read because one person asked: each is a call to a stranger's server. */
export const feedFetches: Limit = {
  name: 'feed-fetch',
  points: 30,
  seconds: 60 * 60,
  message: 'You can add or refresh 30 feeds an hour. Please try again later.',
};

/** Looks at one calendar feed: a person may have it in several programs. */
export const feedReads: Limit = { name: 'feed-read', points: 120, seconds: 60 * 60 };

/** Addresses of feeds that open none, asked for by one network. */
export const feedMisses: Limit = { name: 'feed-miss', points: 60, seconds: 15 * 60 };

/** Files of all their posts that one person asks for. */
export const postExports: Limit = { name: 'post-export', points: 30, seconds: 60 * 60 };

/** Calls of one person that make us call the payment provider. */
export const providerCalls: Limit = { name: 'billing', points: 30, seconds: 60 };

/** Emails that one member of staff writes to customers. */
export const staffEmails: Limit = { name: 'staff-email', points: 100, seconds: 60 * 60 };

/** Views of customers' accounts that one member of staff begins. */
export const viewStarts: Limit = { name: 'view-start', points: 60, seconds: 60 * 60 };

/** Bulk actions of one member of staff, dry runs too: each reads up to a hundred people. */
export const bulkActions: Limit = { name: 'staff-bulk', points: 60, seconds: 10 * 60 };

/** Downloads of one's own data: each reads all that there is. */
export const exportsOfUser: Limit = { name: 'user-export', points: 10, seconds: 60 * 60 };

/** Look-ups from one address: more than a fast typist makes. */
export const nicheLookUps: Limit = { name: 'niche-look-up', points: 300, seconds: 60 };

/** Requests of one person for niches that the list does not have. */
export const nicheRequests: Limit = { name: 'niche-request', points: 10, seconds: 24 * 60 * 60 };

/** Looks at the news by one person: a page looks up to eleven times. */
export const newsReads: Limit = { name: 'news', points: 120, seconds: 10 * 60 };

export const feedbackMessages: Limit = {
  name: 'feedback',
  points: 5,
  seconds: 60 * 60,
  message: 'You can send five messages an hour. Please try again later.',
};

/** Rounds of ad posts that one member of staff asks for. */
export const adPosts: Limit = { name: 'ad-posts', points: 20, seconds: 60 * 60 };

/** Texts that one person has written again: each takes up to three calls of the model. */
export const rewrites: Limit = {
  name: 'rewrite',
  points: 30,
  seconds: 60 * 60,
  message: 'You can have 30 texts an hour written again. Please try again later.',
};

/** Test emails of one member of staff to themselves. */
export const testEmails: Limit = { name: 'test-email', points: 30, seconds: 60 * 60 };

/** Connections of X begun by one person, who opens the popup again and again when something goes wrong. */
export const xConnections: Limit = { name: 'x-connect', points: 30, seconds: 60 * 60 };

/** Profiles read from X for one person. */
export const xProfileReads: Limit = { name: 'x-profile', points: 20, seconds: 15 * 60 };

export const testTweets: Limit = {
  name: 'test-tweet',
  points: 5,
  seconds: 60 * 60,
  message: 'Five test tweets an hour are enough. Please try again later.',
};
/** A double click must not post twice. */
export const testTweetPace: Limit = {
  name: 'test-tweet-pace',
  points: 1,
  seconds: 10,
  message: 'A test tweet was sent a moment ago. Wait a few seconds.',
};
