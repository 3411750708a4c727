/** The names of all queues, `feature.what-it-does`. */
export const queues = {
  /** Deletes signatures of posts that are no longer compared, and adds missing ones. */
  deleteOldTexts: 'alike.delete-old',
  /** Deletes seals of the audit log after the retention time. */
  endOldAudit: 'audit.end-old',
  deleteEndedCredentials: 'auth.delete-ended',
  sendResetLink: 'auth.send-reset-link',
  /** Expires an abandoned checkout at the provider. */
  expireCheckout: 'billing.expire-checkout',
  /** Ends a surplus subscription. */
  cancelSurplus: 'billing.cancel-surplus',
  /** Ends the trial of somebody who had one before. */
  endRefusedTrial: 'billing.end-refused-trial',
  /** Judges a trial again after another X account was connected. */
  judgeTrial: 'billing.judge-trial',
  /** Holds the posts of plans that have ended. */
  endPublishing: 'billing.end-publishing',
  /** Processes a stored webhook event. */
  processWebhook: 'billing.process-webhook',
  /** Repairs the effects of lost webhooks. */
  reconcileBilling: 'billing.reconcile',
  /** Compares every subscription with the payment provider, once a night. */
  reconcileWithProvider: 'billing.reconcile-with-provider',
  /** Emails people who will be charged when their trial ends. */
  remindOfTrialEnd: 'billing.remind-of-trial-end',
  /** Reads the catalogue again if it is old. */
  refreshCatalogue: 'billing.refresh-catalogue',
  /** Sums the expected costs of planned posts, and checks whether the credits at X last. */
  updatePlannedCosts: 'costs.update-planned',
  sendEmail: 'emails.send',
  /** Reads the feeds of facts again. */
  refreshFeeds: 'facts.refresh-feeds',
  deleteOldCosts: 'figures.delete-old-costs',
  /** Adds up the figures since the last run. */
  updateFigureDays: 'figures.update-days',
  deleteOldFeedback: 'feedback.delete-old',
  deleteOldJobs: 'generation.delete-old',
  /** One step of a generation job. */
  writePosts: 'generation.write',
  /** Deletes idempotency keys that are too old to be repeated. */
  deleteOldRequests: 'posts.delete-old-requests',
  /** Fetches and summarises the news of a niche. */
  refreshNews: 'news.refresh',
  /** Deletes expired rate limit counts. */
  deleteEndedLimits: 'platform.delete-ended-limits',
  /** Deletes changes sent to open pages more than an hour ago. */
  deleteOldChanges: 'platform.delete-old-changes',
  /** Deletes what staff could read about deleted posts. */
  deleteTraces: 'publishing.delete-traces',
  /** Emails people whose posts failed. */
  emailFailures: 'publishing.tell-failures',
  /** Emails the weekly summary on people's Monday morning. */
  sendSummaries: 'publishing.send-summaries',
  /** Renews tokens of accounts whose next post is due soon. */
  renewAhead: 'publishing.renew-ahead',
  /** Compares lanes with their posts, and repairs differences. */
  checkLanes: 'publishing.check-lanes',
  /** Looks for posts published before a restore. */
  checkRestored: 'publishing.check-restored',
  /** Closes a deleted person's accounts at the providers. */
  closeProviderAccounts: 'user-data.close-provider-accounts',
  eraseDeletedUsers: 'user-data.erase-deleted',
  /** Deletes old lessons learned from edits. */
  deleteOldLessons: 'voice.delete-old-lessons',
} as const;

export type QueueName = (typeof queues)[keyof typeof queues];
