/** The words of the specification, once. */
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
  limitReached: 'Account limit reached for your plan. Upgrade to add more X accounts.',
  switchedOn: (username: string): string => `@${username} is switched on. Its posts go out again.`,
  switchOnFailed: 'The account could not be switched on.',
  disconnected: 'X account disconnected.',
  disconnectFailed: 'Failed to disconnect X account. Please try again.',
  pictureRefreshed: 'Profile picture refreshed successfully!',
  pictureFailed: 'Failed to refresh profile picture. Please try again.',
  confirmDisconnect: (username: string): string =>
    `Disconnect @${username}? Its scheduled posts will be on hold, and you can only connect it again after 24 hours.`,
} as const;

/** Says that somebody else has connected the X account; shows their masked address if it looks like one. */
export function alreadyConnected(email: string | undefined): string {
  const holder = email && /^[^\s@<>]+@[^\s@<>]+$/.test(email) ? ` (${email})` : '';
  return `This X account is already linked to another user${holder}. Each X account can be connected to only one Drumbeat account.`;
}

/** The words for an `error` that the X callback hands back, in the popup message or in the address. */
export function connectErrorText(error: string | undefined, existingEmail?: string): string {
  if (error === 'twitter_already_connected') return alreadyConnected(existingEmail);
  if (error === 'twitter_recently_disconnected') return accountsStrings.recentlyDisconnected;
  return accountsStrings.failed;
}
