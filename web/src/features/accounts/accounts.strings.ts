/** The texts that the specification defines. */
export const accountsStrings = {
  modalTitle: 'Connect Twitter/X Account',
  modalWarning: [
    'X opens in a popup.',
    "If X asks you to sign in, do that first. If the authorize screen doesn't follow, close the popup and click Connect again.",
    'If no popup appears, allow popups for this site.',
  ],
  continue: 'Continue to Connect',
  connecting: 'Connecting...',
  connected: 'X account connected successfully!',
  popupBlocked: 'Popup blocked. Please allow popups for Drumbeat to connect your X account.',
  noAddress: 'Failed to initiate X connection. Please try again.',
  failed: 'Failed to connect X account. Please try again.',
  unverified: 'Please verify your email to connect your X account.',
  unverifiedResent:
    'Please verify your email to connect your X account. We just sent you a new verification link.',
  recentlyDisconnected:
    'This X account was disconnected recently. Please wait 24 hours before you connect it again.',
  cancelled: 'You cancelled on X. Nothing was connected.',
  openHere: 'Open X in this tab',
  waiting: 'Waiting for you to authorize Drumbeat in the popup.',
  promise: 'Drumbeat can then post for you. You can disconnect at any time.',
  signInAs: (username: string): string =>
    `On X, make sure you are signed in as @${username}: X authorizes whichever account is signed in there.`,
  tryAgain: (username: string): string => `Try @${username} again`,
  addOther: (username: string): string => `Add @${username} as a new account`,
  otherIsConnected: (other: string, asked: string): string =>
    `@${other} was already connected and stays connected. @${asked} still needs reconnecting.`,
  otherRemoved: (other: string, asked: string): string =>
    `We revoked Drumbeat's permission for @${other}. @${asked} still needs reconnecting.`,
  otherFull: 'Your plan has no room for another X account.',
  limitReached: 'Account limit reached for your plan. Upgrade to add more X accounts.',
  switchedOn: (username: string): string => `@${username} is switched on. Its posts go out again.`,
  switchOnFailed: 'The account could not be switched on.',
  disconnected: 'X account disconnected.',
  disconnectFailed: 'Failed to disconnect X account. Please try again.',
  pictureRefreshed: 'Profile picture refreshed successfully!',
  pictureFailed: 'Failed to refresh profile picture. Please try again.',
  remove: (username: string): string => `Remove @${username}…`,
  removeTitle: (username: string): string => `Remove @${username}?`,
  removeConfirm: 'Remove account',
  removeKeep: 'Keep it',
  removeFailed: 'The account could not be removed. Please try again.',
  removeLoss: (unpublished: number | undefined): string => {
    if (unpublished === undefined) return 'Its scheduled and failed posts will be deleted.';
    if (unpublished === 0) return 'It has no scheduled or failed posts.';
    return unpublished === 1
      ? 'Its 1 scheduled or failed post will be deleted.'
      : `Its ${unpublished} scheduled and failed posts will be deleted.`;
  },
  removeRest: 'Posts already on X stay there. Nobody can connect this X account again for 24 hours.',
  confirmDisconnect: (username: string): string =>
    `Disconnect @${username}? Its scheduled posts will be on hold, and you can only connect it again after 24 hours.`,
} as const;

/** X's rules for automated accounts. */
export const automation = {
  title: 'What X asks of automated accounts',
  asks: [
    ['Label it.', 'In X: Settings, Your account, Account information, Automation.'],
    ['Say so in the bio.', 'For example: ‘Posts are scheduled. Run by @yourname.’'],
    ['Name a person.', 'The label links to the account of whoever manages it.'],
  ],
  rules: 'https://help.x.com/en/using-x/automated-account-labels',
  read: 'Read the rules on X',
  dismiss: 'Got it',
} as const;

/** The account states in the switcher. */
export const accountStates = {
  connected: 'Connected',
  reconnect: 'Needs reconnecting',
  paused: 'Paused',
  off: 'Switched off',
  offByPlan: 'Switched off: your plan has no room',
  limited: (time: string): string => `X limits it until ${time}`,
  stopped: 'X is not accepting posts right now',
} as const;

/** Says that someone else has connected the X account, with their masked address if it looks like one. */
export function alreadyConnected(email: string | undefined): string {
  const holder = email && /^[^\s@<>]+@[^\s@<>]+$/.test(email) ? ` (${email})` : '';
  return `This X account is already linked to another user${holder}. Each X account can be connected to only one Drumbeat account.`;
}

/** The text for an `error` that the X callback returns, in the popup message or in the URL. */
export function connectErrorText(
  error: string | undefined,
  existingEmail?: string,
  otherUsername = 'another account',
): string {
  if (error === 'twitter_cancelled') return accountsStrings.cancelled;
  if (error === 'twitter_other_account')
    return `X authorized @${otherUsername}, which is not the account you wanted to reconnect. Nothing was added.`;
  if (error === 'account_limit_reached') return accountsStrings.limitReached;
  if (error === 'twitter_already_connected') return alreadyConnected(existingEmail);
  if (error === 'twitter_recently_disconnected') return accountsStrings.recentlyDisconnected;
  return accountsStrings.failed;
}
