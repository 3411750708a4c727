import type { Limit } from './rate-limiter.ts';

// All rate limits. The caller chooses the key.

/** Failed sign-ins of one account from one network. A successful sign-in resets them. */
export const failedSignIns: Limit = { name: 'sign-in', points: 10, seconds: 15 * 60 };

/** Failed sign-ins from one network, for all accounts; an office may share one. */
export const missesOfNetwork: Limit = { name: 'sign-in-network', points: 60, seconds: 15 * 60 };

/**
 * Failed sign-ins of one account from networks that its owner has never signed in from. Known networks are
 * never locked out.
 */
export const missesOfAccount: Limit = { name: 'sign-in-account', points: 100, seconds: 60 * 60 };

/** Sign-ups from one network; generous, because offices and classrooms share one. */
export const signUpsByAddress: Limit = { name: 'sign-up', points: 30, seconds: 60 * 60 };

/** Reset links requested from one network; counted whether or not the email has an account. */
export const resetMailsByAddress: Limit = { name: 'forgot-ip', points: 20, seconds: 60 * 60 };
/** For one email from one network, so that strangers elsewhere do not use up the owner's attempts. */
export const resetMailsByEmail: Limit = { name: 'forgot-email', points: 5, seconds: 60 * 60 };
/** For one email from all networks, so that nobody can flood a mailbox. */
export const resetMailsInAll: Limit = { name: 'forgot-all', points: 20, seconds: 60 * 60 };

/** Checks of emailed reset links from one network. */
export const resetLinkChecks: Limit = { name: 'reset-check', points: 60, seconds: 15 * 60 };
/** Reports of 'this is not my account' from one network, with the link in the verification email. */
export const disowns: Limit = { name: 'disown', points: 20, seconds: 15 * 60 };
export const resetsByAddress: Limit = { name: 'reset', points: 20, seconds: 15 * 60 };

/** Wrong codes of one person, on any form. */
export const wrongCodes: Limit = { name: 'second-factor', points: 5, seconds: 15 * 60 };

/** Wrong passwords when a signed-in person must confirm something. */
export const wrongConfirmations: Limit = { name: 'confirm-password', points: 10, seconds: 15 * 60 };

/** Stream tokens of one person: each open page needs one, and another one whenever its stream breaks. */
export const streamTokens: Limit = { name: 'stream-token', points: 300, seconds: 5 * 60 };

/** Two-factor set-ups started by one person; each creates a secret and ten codes. */
export const setUps: Limit = { name: 'two-factor-setup', points: 20, seconds: 60 * 60 };

/** QR codes drawn for one person. */
export const qrCodes: Limit = { name: 'two-factor-qr', points: 60, seconds: 60 * 60 };

/** Edits of one person: more than anybody makes by hand, too few to overload the server. */
export const postEdits: Limit = { name: 'post-edit', points: 120, seconds: 60 };

/** Questions to one person about similar texts, so that nobody can probe for what others have written. */
export const similarQuestions: Limit = { name: 'similar-question', points: 20, seconds: 60 * 60 };

/** CSV imports of one person, including dry runs. */
export const postImports: Limit = { name: 'post-import', points: 60, seconds: 60 * 60 };

/** Manual changes of one person to their voices. */
export const voiceChanges: Limit = { name: 'voice-change', points: 60, seconds: 60 * 60 };

/** Voice imports of one person: each reads up to 3,200 texts. */
export const voiceImports: Limit = { name: 'voice-import', points: 20, seconds: 60 * 60 };

/** Comparisons of texts with voices: a preview compares again after each edit. */
export const voiceComparisons: Limit = { name: 'voice-compare', points: 300, seconds: 10 * 60 };

/** Changes of one person to their facts: more than anybody makes by hand. */
export const factChanges: Limit = { name: 'facts', points: 120, seconds: 60 };

/** Feeds read at one person's request: each is a call to a third-party server. */
export const feedFetches: Limit = {
  name: 'feed-fetch',
  points: 30,
  seconds: 60 * 60,
  message: 'You can add or refresh 30 feeds an hour. Please try again later.',
};

/** Reads of one calendar feed, which may be in several calendar programs. */
export const feedReads: Limit = { name: 'feed-read', points: 120, seconds: 60 * 60 };

/** Unknown calendar feed addresses requested from one network. */
export const feedMisses: Limit = { name: 'feed-miss', points: 60, seconds: 15 * 60 };

/** CSV exports of one person. */
export const postExports: Limit = { name: 'post-export', points: 30, seconds: 60 * 60 };

/** Calls of one person that make us call the payment provider. */
export const providerCalls: Limit = { name: 'billing', points: 30, seconds: 60 };

/** Emails that one staff member writes to customers. */
export const staffEmails: Limit = { name: 'staff-email', points: 100, seconds: 60 * 60 };

/** Views of customers' accounts started by one staff member. */
export const viewStarts: Limit = { name: 'view-start', points: 60, seconds: 60 * 60 };

/** Bulk actions of one staff member, including dry runs: each reads up to a hundred people. */
export const bulkActions: Limit = { name: 'staff-bulk', points: 60, seconds: 10 * 60 };

/** Requests of one person with a large body, such as imports: each takes the server time before it is checked. */
export const largeBodies: Limit = { name: 'large-body', points: 20, seconds: 10 * 60 };

/** Downloads of a person's own data: each reads everything. */
export const exportsOfUser: Limit = { name: 'user-export', points: 10, seconds: 60 * 60 };

/** Niche look-ups from one network: more than a fast typist makes. */
export const nicheLookUps: Limit = { name: 'niche-look-up', points: 300, seconds: 60 };

/** Requests of one person for niches that are not on the list. */
export const nicheRequests: Limit = { name: 'niche-request', points: 10, seconds: 24 * 60 * 60 };

/** Reads of the news by one person: a page polls up to eleven times. */
export const newsReads: Limit = { name: 'news', points: 120, seconds: 10 * 60 };

export const feedbackMessages: Limit = {
  name: 'feedback',
  points: 5,
  seconds: 60 * 60,
  message: 'You can send five messages an hour. Please try again later.',
};

/** Ad post generations by one staff member. */
export const adPosts: Limit = { name: 'ad-posts', points: 20, seconds: 60 * 60 };

/** Rewrites of one person: each takes up to three calls of the model. */
export const rewrites: Limit = {
  name: 'rewrite',
  points: 30,
  seconds: 60 * 60,
  message: 'You can rewrite 30 texts an hour. Please try again later.',
};

/** Test emails that one staff member sends to themselves. */
export const testEmails: Limit = { name: 'test-email', points: 30, seconds: 60 * 60 };

/** X connections started by one person, who may reopen the popup when something goes wrong. */
export const xConnections: Limit = { name: 'x-connect', points: 30, seconds: 60 * 60 };

/** Profiles read from X for one person. */
export const xProfileReads: Limit = { name: 'x-profile', points: 20, seconds: 15 * 60 };

export const testTweets: Limit = {
  name: 'test-tweet',
  points: 5,
  seconds: 60 * 60,
  message: 'You can send five test tweets an hour. Please try again later.',
};
/** Each costs us a post at X. */
export const testTweetsOfDay: Limit = {
  name: 'test-tweet-day',
  points: 10,
  seconds: 24 * 60 * 60,
  message: 'You can send ten test tweets a day. Please try again tomorrow.',
};
/** Prevents a double click from posting twice. */
export const testTweetPace: Limit = {
  name: 'test-tweet-pace',
  points: 1,
  seconds: 10,
  message: 'A test tweet was sent a moment ago. Wait a few seconds.',
};
