/** The emails that the product sends. Each has its text in server/src/features/emails/templates/. */
export const emailKinds = [
  'account_deleted',
  'accounts_switched_off',
  'backup_code_used',
  'password_changed',
  'password_reset',
  'posts_moved',
  'reconnect_x',
  'reset_password',
  'sessions_ended',
  'two_factor_off',
  'two_factor_on',
  'verify_email',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/** `queued` until the mail server has taken it, or until the last try failed. */
export const emailStates = ['queued', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
