import type { PrerequisiteObstacle } from '@drumbeat/contract/generation/generation.rules.ts';
import type { EligibilityReason } from '@drumbeat/contract/generation/generation.ts';

/** The card's titles if the server refuses a generation; the server's message is shown below. */
export const waitTitles = {
  inactive_subscription: 'You need a plan',
  twitter_not_connected: 'Connect your X account',
  email_not_verified: 'Verify your email',
  cycle_not_elapsed: 'Your calendar is set',
  generation_limit_reached: 'No generations left in this cycle',
  error: 'Generation is not possible right now',
} as const satisfies Record<EligibilityReason, string>;

/** Titles for obstacles that the person can remove in the settings. */
export const settingTitles = {
  not_selected: 'Choose an X account',
  switched_off: 'This X account is switched off',
  no_niche: 'Choose a niche',
} as const satisfies Partial<Record<PrerequisiteObstacle, string>>;

export const dashboardStrings = {
  verify: {
    title: 'Verify your email',
    text: 'Click the link we sent you. Until then, nothing can be connected or scheduled.',
  },
  canceled: {
    title: 'Choose a plan to start posting again',
    text: "Until then, your posts are read-only and won't go out.",
  },
  inactive: {
    title: 'No active subscription',
    text: 'Choose a plan to start posting again.',
  },
  connect: {
    title: 'Connect your X account',
    text: "Drumbeat needs your permission to post for you. Nothing is posted until you've seen and scheduled it.",
  },
  reconnect: (username: string) => ({
    title: `Reconnect @${username}`,
    text: `X has revoked Drumbeat's access to @${username}. Its posts are on hold until you reconnect.`,
  }),
  paused: {
    title: 'Your posts are paused',
    text: 'Nothing goes out until you resume. Posts that come due while paused move to the next free times.',
  },
  checking: 'Checking whether you can generate…',
  checkFailed: 'We could not check whether you can generate posts now.',
} as const;
