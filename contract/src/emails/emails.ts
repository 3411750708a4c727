/** The emails that the product sends. The text of each is in server/src/features/emails/templates/. */
export const emailKinds = [
  'account_deleted',
  'accounts_switched_off',
  'backup_code_used',
  'charge_disputed',
  'dispute_closed',
  'marketing',
  'password_changed',
  'password_reset',
  'payment_failed',
  'payment_receipt',
  'payment_recovered',
  'payment_refunded',
  'plan_changed',
  'plan_started',
  'posts_failed',
  'posts_moved',
  'posts_on_hold',
  'posts_to_check',
  'reconnect_x',
  'reset_password',
  'sessions_ended',
  'subscription_canceled',
  'subscription_ended',
  'subscription_resumed',
  'support_message',
  'trial_ending',
  'trial_started',
  'two_factor_off',
  'two_factor_on',
  'verify_email',
  'weekly_summary',
] as const;
export type EmailKind = (typeof emailKinds)[number];
/** The templates that staff edit: the emails and the layout around them. */
export const emailTemplateKeys = [...emailKinds, 'layout'] as const;
export type EmailTemplateKey = (typeof emailTemplateKeys)[number];

/** `queued` until the mail server accepts it or the last attempt fails. */
export const emailStates = ['queued', 'sent', 'failed'] as const;
export type EmailState = (typeof emailStates)[number];
