import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import { accountEmails } from './account.ts';
import { moneyEmails } from './money.ts';
import { postsEmails } from './posts.ts';
import { securityEmails } from './security.ts';
import type { EmailTemplate } from './template.ts';

/** The built-in text of each email; staff may edit it later. */
export const allTemplates = {
  ...accountEmails,
  ...securityEmails,
  ...moneyEmails,
  ...postsEmails,
} satisfies Record<EmailKind, EmailTemplate>;
