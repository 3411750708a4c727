/** The texts that the specification defines. */
export const publishingStrings = {
  connectToRetry: 'Connect your Twitter/X account to retry',
  duplicate: 'You cannot post the same tweet twice.',
  rateLimit: 'You have hit the Twitter rate limit. Please try again later.',
  connectFirst: 'Please connect your Twitter/X account first.',
  testTitle: (username: string): string => `Post a test tweet to @${username}?`,
  testWords: 'Everybody can see it. You can delete it on X.',
  testConfirm: 'Post it now',
  testNoText: 'The text could not be loaded.',
  testSending: 'Sending a test tweet to your account...',
  testPosted: 'Test tweet posted successfully!',
  testLink: (url: string): string => `View your tweet: ${url}`,
  testFailed: (message: string): string => `Failed to post test tweet: ${message}`,
} as const;
