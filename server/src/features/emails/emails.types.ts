import type { EmailKind } from '@drumbeat/contract/emails.ts';

/** The three parts of a mail, as Liquid source or as rendered text. */
export type EmailParts = { subject: string; html: string; plain: string };

/** A mail that waits to be sent. */
export type QueuedEmail = {
  id: number;
  recipient: string;
  templateKey: EmailKind;
  sealedVariables: string;
  messageId: string;
  attempts: number;
};
