import type { EligibilityReason } from '@drumbeat/contract/generation.ts';

/** Titles of the card where the server does not allow a generation; the server's own words stand below. */
export const waitTitles = {
  inactive_subscription: 'A plan is needed',
  twitter_not_connected: 'Connect your X account',
  email_not_verified: 'Verify your email',
  cycle_not_elapsed: 'Your calendar is set',
  generation_limit_reached: 'No generations left in this cycle',
  error: 'Generation is not possible right now',
} as const satisfies Record<EligibilityReason, string>;

export const dashboardStrings = {
  verify: {
    title: 'Verify your email',
    text: 'Click the link that we sent you. Until then nothing can be connected or scheduled.',
  },
  canceled: {
    title: 'Your subscription is canceled',
    text: 'You can look at your posts, but not change them, and none go out. Choose a plan to go on.',
  },
  inactive: {
    title: 'No active subscription',
    text: 'Choose a plan, and your posts go out again.',
  },
  pastDue: {
    title: 'Your last payment failed',
    text: 'Update your payment method, and everything goes on as planned.',
  },
  connect: {
    title: 'Connect your X account',
    text: 'Drumbeat needs your permission to post for you. Nothing is posted before you have seen and scheduled it.',
  },
  reconnect: (username: string) => ({
    title: `Reconnect @${username}`,
    text: 'X no longer accepts our permission for this account. Its posts wait until you reconnect it.',
  }),
  checking: 'Checking whether you can generate…',
  checkFailed: 'We could not check whether you can generate posts now.',
} as const;
