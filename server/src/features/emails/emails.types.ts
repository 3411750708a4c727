import type { EmailKind } from '@drumbeat/contract/emails/emails.ts';
import type { TemplateVariables } from '@drumbeat/contract/text/templates.ts';

/** The three parts of an email, as Liquid source or as rendered text. */
export type EmailParts = { subject: string; html: string; plain: string };

/** An email that one worker is sending. */
export type ClaimedEmail = {
  id: number;
  userId: number | null;
  recipient: string;
  templateKey: EmailKind;
  sealedVariables: string;
  /** The text itself, if it does not come from a template. */
  sealedContent: string | null;
  messageId: string;
  attempts: number;
  claimedUntil: Date;
};

/** What staff edit in an email, and what each version stores. */
export type EmailContent = EmailParts & { variables: TemplateVariables };

/** The last saved version of an email, draft or not. */
export type TemplateRecord = EmailContent & {
  templateKey: string;
  locale: string;
  isPublished: boolean;
  version: number;
  updatedAt: Date;
};

/** A template with the version that is sent; null if the built-in text is. */
export type ShownTemplate = TemplateRecord & { publishedVersion: number | null };
