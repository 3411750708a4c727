import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import { accountDeleted } from './account-deleted.ts';
import { accountsSwitchedOff } from './accounts-switched-off.ts';
import { backupCodeUsed } from './backup-code-used.ts';
import { chargeDisputed } from './charge-disputed.ts';
import { disputeClosed } from './dispute-closed.ts';
import { marketing } from './marketing.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { paymentFailed } from './payment-failed.ts';
import { paymentReceipt } from './payment-receipt.ts';
import { paymentRecovered } from './payment-recovered.ts';
import { paymentRefunded } from './payment-refunded.ts';
import { planChanged } from './plan-changed.ts';
import { planStarted } from './plan-started.ts';
import { postsFailed } from './posts-failed.ts';
import { postsMoved } from './posts-moved.ts';
import { postsOnHold } from './posts-on-hold.ts';
import { postsToCheck } from './posts-to-check.ts';
import { reconnectX } from './reconnect-x.ts';
import { resetPassword } from './reset-password.ts';
import { sessionsEnded } from './sessions-ended.ts';
import { subscriptionCanceled } from './subscription-canceled.ts';
import { subscriptionEnded } from './subscription-ended.ts';
import { subscriptionResumed } from './subscription-resumed.ts';
import { supportMessage } from './support-message.ts';
import type { EmailTemplate } from './template.ts';
import { trialEnding } from './trial-ending.ts';
import { trialStarted } from './trial-started.ts';
import { twoFactorOff } from './two-factor-off.ts';
import { isTwoFactorOn } from './two-factor-on.ts';
import { verifyEmail } from './verify-email.ts';
import { weeklySummary } from './weekly-summary.ts';

/** The built-in text of each email; staff may edit it later. */
export const allTemplates = {
  account_deleted: accountDeleted,
  accounts_switched_off: accountsSwitchedOff,
  backup_code_used: backupCodeUsed,
  charge_disputed: chargeDisputed,
  dispute_closed: disputeClosed,
  marketing,
  password_changed: passwordChanged,
  password_reset: passwordReset,
  payment_failed: paymentFailed,
  payment_receipt: paymentReceipt,
  payment_recovered: paymentRecovered,
  payment_refunded: paymentRefunded,
  plan_changed: planChanged,
  plan_started: planStarted,
  posts_failed: postsFailed,
  posts_moved: postsMoved,
  posts_on_hold: postsOnHold,
  posts_to_check: postsToCheck,
  reconnect_x: reconnectX,
  reset_password: resetPassword,
  sessions_ended: sessionsEnded,
  subscription_canceled: subscriptionCanceled,
  subscription_ended: subscriptionEnded,
  subscription_resumed: subscriptionResumed,
  support_message: supportMessage,
  trial_ending: trialEnding,
  trial_started: trialStarted,
  two_factor_off: twoFactorOff,
  two_factor_on: isTwoFactorOn,
  verify_email: verifyEmail,
  weekly_summary: weeklySummary,
} satisfies Record<EmailKind, EmailTemplate>;
