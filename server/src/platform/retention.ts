import { DAY_MS, HOUR_MS } from '@drumbeat/contract/time.ts';

/** How long we keep what has done its work, in milliseconds. The one home of such times; jobs delete what is older. */
export const retention = {
  /** Sealed stretches of the audit log; the database itself refuses to end younger ones. */
  auditLog: 3 * 365 * DAY_MS + DAY_MS,
  /** Network addresses of people whom no account is known of, in the audit log. */
  strangersNames: 30 * DAY_MS,
  /** Sessions that have ended. */
  endedSessions: 30 * DAY_MS,
  /** Mailed links that have ended: until then an old one can still be explained. */
  endedLinks: 30 * DAY_MS,
  /** Set-ups of two-factor that were begun and never enabled. */
  unfinishedSetUps: 30 * DAY_MS,
  /** Networks that a person has signed in from. */
  knownNetworks: 180 * DAY_MS,
  /** Webhook events that were processed. */
  webhookEvents: 90 * DAY_MS,
  /** Charges, refunds and disputes: longer than a customer can still dispute one. */
  billingMovements: 400 * DAY_MS,
  /** What trials were begun with, in keyed hashes; the terms say how long. */
  usedTrials: 2 * 365 * DAY_MS,
  /** Reports of the nightly comparison with the payment provider. */
  billingReconciliations: 400 * DAY_MS,
  /** Generation jobs with their drafts: longer than any cycle that a quota is counted in. */
  generationJobs: 90 * DAY_MS,
  /** What X and the models charged for each call; the sums by day stay. */
  costEntries: 400 * DAY_MS,
  /** Which posts and profiles were read at X on a day, each of which it charges for once. */
  billedReads: 2 * DAY_MS,
  /** What staff noted of the credits at X. */
  credits: 400 * DAY_MS,
  /** What customers told us about the product. */
  feedback: 2 * 365 * DAY_MS,
  /** Which posts a request has saved: longer than a browser repeats it. */
  postRequests: 7 * DAY_MS,
  /** What staff can read of posts that were deleted. */
  deletedPosts: 90 * DAY_MS,
  /** Pauses of everybody's publishing that are over: longer than their end decides anything. */
  publishingPauses: DAY_MS,
  /** What was told to open pages, for those whose stream broke. */
  personChanges: HOUR_MS,
  /** What somebody changed in posts, until they change it so again; rules that they accepted stay. */
  voiceLessons: 180 * DAY_MS,
  /** Rows of a deleted person, who can still write to us within this time. */
  deletedUsers: DAY_MS,
} as const;

/** The instant before which something kept for so long has served its time. */
export function expiredBefore(now: Date, kept: keyof typeof retention): Date {
  return new Date(now.getTime() - retention[kept]);
}
