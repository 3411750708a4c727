/** The texts that the specification defines. */
export const strings = {
  title: 'Admin',
  checking: 'Checking admin access…',
  restricted: 'Access Restricted',
  restrictedText: 'You do not have permission to view this page.',
  home: 'Back to Home',
  twoFactor: 'Two-factor authentication required',
  twoFactorText:
    "The console shows and changes customers' data, so a password alone is not enough. Turn on two-factor authentication to continue; all you need is an authenticator app.",
  setUpTwoFactor: 'Set up two-factor',
  checkFailed: 'Your access could not be checked.',
  customer: 'Customer Profile',
  healthFailed: 'Failed to load health',
  customerId: 'User id',
  open: 'Open',
  missingId: 'Missing user id. Open this page with ?id=123',
  comingSoon: 'Coming soon...',
  customerFailed: 'This customer could not be loaded.',
} as const;
