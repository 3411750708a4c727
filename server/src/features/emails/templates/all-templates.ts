import type { EmailKind } from '@drumbeat/contract/emails.ts';
import { accountDeleted } from './account-deleted.ts';
import { accountsSwitchedOff } from './accounts-switched-off.ts';
import { backupCodeUsed } from './backup-code-used.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { postsMoved } from './posts-moved.ts';
import { reconnectX } from './reconnect-x.ts';
import { resetPassword } from './reset-password.ts';
import { sessionsEnded } from './sessions-ended.ts';
import type { EmailTemplate } from './template.ts';
import { twoFactorOff } from './two-factor-off.ts';
import { isTwoFactorOn } from './two-factor-on.ts';
import { verifyEmail } from './verify-email.ts';

/** The original text of each email; staff may edit it later. */
export const allTemplates = {
  account_deleted: accountDeleted,
  accounts_switched_off: accountsSwitchedOff,
  backup_code_used: backupCodeUsed,
  password_changed: passwordChanged,
  password_reset: passwordReset,
  posts_moved: postsMoved,
  reconnect_x: reconnectX,
  reset_password: resetPassword,
  sessions_ended: sessionsEnded,
  two_factor_off: twoFactorOff,
  two_factor_on: isTwoFactorOn,
  verify_email: verifyEmail,
} satisfies Record<EmailKind, EmailTemplate>;
