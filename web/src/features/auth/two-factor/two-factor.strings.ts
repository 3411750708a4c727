import { codeMessages } from '@drumbeat/contract/two-factor.rules.ts';

export const strings = {
  title: 'Two-factor authentication',
  signInLead: 'Enter the 6-digit code for Drumbeat from your authenticator app.',
  backupLead: 'Enter one of your backup codes. Each one works once.',
  code: '6-digit code',
  backupCode: 'Backup code',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',
  verify: 'Verify',
  verifying: 'Verifying…',
  cancel: 'Cancel',

  onState: 'On. You sign in with your password and a code from your authenticator app.',
  offState: 'Off. Ask for a code from an authenticator app when you sign in.',

  setupTitle: 'Set up two-factor authentication',
  setupLoading: 'Preparing your QR code and backup codes',
  scan: '1. Scan the QR code',
  scanLead: 'Open your authenticator app, add an account and point the camera here.',
  qrCode: 'QR code for your authenticator app',
  byHand: "Can't scan it? Enter this key in the app:",
  copyKey: 'Copy key',
  keyCopied: 'Key copied to clipboard!',
  keep: '2. Save your backup codes',
  keepLead:
    "Each works once if you don't have your phone. They won't be shown again, so keep them somewhere safe.",
  backupCodes: 'Backup codes',
  copyCodes: 'Copy codes',
  codesCopied: 'Backup codes copied to clipboard!',
  copyFailed: "Your browser doesn't allow copying. Please select the text and copy it.",
  confirm: '3. Enter the code from the app',
  enable: 'Enable',
  enabling: 'Enabling…',
  nowOn: 'Two-factor authentication is on. Your other sessions have been signed out.',
  setupFailed: 'Failed to set up 2FA. Please try again.',
  qrFailed: 'Failed to generate QR code. Please try again.',

  disableTitle: 'Turn off two-factor authentication?',
  disableLead:
    "You'll sign in with your password alone. The entry in your app and your backup codes will stop working.",
  keepOn: 'Keep it on',
  disable: 'Turn off',
  disabling: 'Turning off…',
  nowOff: 'Two-factor authentication is off. Your other sessions have been signed out.',

  incomplete: codeMessages.incomplete,
  backupIncomplete: 'Please enter a backup code, for example k7dm-20xq.',
  invalid: codeMessages.invalid,
  tooMany: 'Too many attempts. Please try again later.',
  failed: 'Verification failed. Please try again.',
} as const;
