/** The words of the specification, once. */
export const publishingStrings = {
  connectToRetry: 'Connect your Twitter/X account to retry',
  duplicate: 'You cannot post the same tweet twice.',
  rateLimit: 'You have hit the Twitter rate limit. Please try again later.',
} as const;
