import { codeMessages } from '@drumbeat/contract/two-factor.rules.ts';

export const strings = {
  title: 'Two-factor authentication',
  signInLead: 'Enter the 6-digit code that your authenticator app shows for Drumbeat.',
  backupLead: 'Enter one of the backup codes that you kept. It works once.',
  code: '6-digit code',
  backupCode: 'Backup code',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',
  verify: 'Verify',
  verifying: 'Verifying…',
  cancel: 'Cancel',

  incomplete: codeMessages.incomplete,
  backupIncomplete: 'Please enter a backup code, for example k7dm-20xq.',
  invalid: codeMessages.invalid,
  tooMany: 'Too many attempts. Please try again later.',
  failed: 'Verification failed. Please try again.',
} as const;
