import type { EmailKind } from '@drumbeat/contract/emails.ts';

/** The three parts of an email, as Liquid source or as rendered text. */
export type EmailParts = { subject: string; html: string; plain: string };

/** An email that one worker is sending. */
export type ClaimedEmail = {
  id: number;
  recipient: string;
  templateKey: EmailKind;
  sealedVariables: string;
  messageId: string;
  attempts: number;
  claimedUntil: Date;
};
