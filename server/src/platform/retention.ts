import { DAY_MS, HOUR_MS } from '@drumbeat/contract/time.ts';

/** All retention times, in milliseconds; jobs delete what is older. */
export const retention = {
  /** Seals of the audit log; the database itself refuses to delete younger ones. */
  auditLog: 3 * 365 * DAY_MS + DAY_MS,
  /** Personal data of people without an account in the audit log. */
  strangersNames: 30 * DAY_MS,
  /** Expired sessions. */
  endedSessions: 30 * DAY_MS,
  /** Expired emailed links: until then we can explain why one no longer works. */
  endedLinks: 30 * DAY_MS,
  /** Two-factor set-ups that were never enabled. */
  unfinishedSetUps: 30 * DAY_MS,
  /** Networks that a person has signed in from. */
  knownNetworks: 180 * DAY_MS,
  /** Processed webhook events. */
  webhookEvents: 90 * DAY_MS,
  /** Charges, refunds and disputes: longer than a customer can dispute a charge. */
  billingMovements: 400 * DAY_MS,
  /** Keyed hashes of what trials were started with; the terms state this time. */
  usedTrials: 2 * 365 * DAY_MS,
  /** Reports of the nightly comparison with the payment provider. */
  billingReconciliations: 400 * DAY_MS,
  /** Generation jobs with their drafts: longer than any cycle for which a quota is counted. */
  generationJobs: 90 * DAY_MS,
  /** What X and the models charged for each call; the daily sums are kept. */
  costEntries: 400 * DAY_MS,
  /** Posts and profiles read at X, which it charges for once per day. */
  billedReads: 2 * DAY_MS,
  /** Balances of the credits at X that staff recorded. */
  credits: 400 * DAY_MS,
  /** Customers' feedback about the product. */
  feedback: 2 * 365 * DAY_MS,
  /** The posts that a request has saved: longer than browsers repeat it. */
  postRequests: 7 * DAY_MS,
  /** What staff can read about deleted posts. */
  deletedPosts: 90 * DAY_MS,
  /** Past pauses of all publishing: longer than their end affects anything. */
  publishingPauses: DAY_MS,
  /** Changes sent to open pages, for those whose stream broke. */
  personChanges: HOUR_MS,
  /** Lessons from edits, since they last occurred; accepted rules are kept. */
  voiceLessons: 180 * DAY_MS,
  /** Rows of a deleted person, who can still contact us within this time. */
  deletedUsers: DAY_MS,
} as const;

/** Data kept under this retention time has expired if it is older than the returned instant. */
export function expiredBefore(now: Date, kept: keyof typeof retention): Date {
  return new Date(now.getTime() - retention[kept]);
}
