/** Every kind of background work by its name, `feature.what-it-does`. The one home of queue names. */
export const queues = {
  /** Forgets posts that nothing is compared with any more, and writes the signatures that are missing. */
  deleteOldTexts: 'alike.delete-old',
  /** Ends stretches of the audit log that have served their time. */
  endOldAudit: 'audit.end-old',
  deleteEndedCredentials: 'auth.delete-ended',
  sendResetLink: 'auth.send-reset-link',
  /** Expires a given-up checkout at the provider. */
  expireCheckout: 'billing.expire-checkout',
  /** Ends a subscription that runs beside the one that counts. */
  cancelSurplus: 'billing.cancel-surplus',
  /** Ends a trial of somebody who had one before. */
  endRefusedTrial: 'billing.end-refused-trial',
  /** Looks again at a trial after another X account was connected. */
  judgeTrial: 'billing.judge-trial',
  /** Holds the posts of plans that ended by the clock. */
  endPublishing: 'billing.end-publishing',
  /** Acts on a stored webhook event. */
  processWebhook: 'billing.process-webhook',
  /** Finds what a lost webhook left behind. */
  reconcileBilling: 'billing.reconcile',
  /** Compares every subscription with the payment provider, once a night. */
  reconcileWithProvider: 'billing.reconcile-with-provider',
  /** Mails whoever will be charged when their trial ends. */
  remindOfTrialEnd: 'billing.remind-of-trial-end',
  /** Reads the catalogue again where it has grown old. */
  refreshCatalogue: 'billing.refresh-catalogue',
  /** Counts what planned posts will cost, and looks whether the credits at X last. */
  updatePlannedCosts: 'costs.update-planned',
  sendEmail: 'emails.send',
  /** Reads the feeds of fact sheets again. */
  refreshFeeds: 'facts.refresh-feeds',
  deleteOldCosts: 'figures.delete-old-costs',
  /** Adds up what was counted since the last time. */
  updateFigureDays: 'figures.update-days',
  deleteOldFeedback: 'feedback.delete-old',
  deleteOldJobs: 'generation.delete-old',
  /** One step of a generation job. */
  writePosts: 'generation.write',
  /** Deletes keys of requests that nobody repeats any more. */
  deleteOldRequests: 'posts.delete-old-requests',
  /** Fetches and summarises the news of a niche. */
  refreshNews: 'news.refresh',
  /** Deletes counts of rate limits that have ended. */
  deleteEndedLimits: 'platform.delete-ended-limits',
  /** Deletes what open pages were told more than an hour ago. */
  deleteOldChanges: 'platform.delete-old-changes',
  /** Deletes what staff could read of deleted posts. */
  deleteTraces: 'publishing.delete-traces',
  /** Mails whose posts failed. */
  tellFailures: 'publishing.tell-failures',
  /** Mails the weekly summary to whoever's Monday morning has come. */
  sendSummaries: 'publishing.send-summaries',
  /** Renews tokens of accounts whose next post is due soon. */
  renewAhead: 'publishing.renew-ahead',
  /** Compares lanes with their posts, and mends those that disagree. */
  checkLanes: 'publishing.check-lanes',
  /** Looks for posts that went out before a restore. */
  checkRestored: 'publishing.check-restored',
  /** Ends what the providers hold of a deleted account. */
  closeProviderAccounts: 'user-data.close-provider-accounts',
  eraseDeletedUsers: 'user-data.erase-deleted',
  /** Deletes what edits taught long ago. */
  deleteOldLessons: 'voice.delete-old-lessons',
} as const;

export type QueueName = (typeof queues)[keyof typeof queues];
