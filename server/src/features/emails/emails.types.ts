import type { EmailKind } from '@drumbeat/contract/emails.ts';
import type { TemplateVariables } from '@drumbeat/contract/templates.ts';

/** The three parts of an email, as Liquid source or as rendered text. */
export type EmailParts = { subject: string; html: string; plain: string };

/** An email that one worker is sending. */
export type ClaimedEmail = {
  id: number;
  userId: number | null;
  recipient: string;
  templateKey: EmailKind;
  sealedVariables: string;
  /** The text itself, where it is no template's. */
  sealedContent: string | null;
  messageId: string;
  attempts: number;
  claimedUntil: Date;
};

/** What staff write of an email, and what each of its versions keeps. */
export type EmailContent = EmailParts & { variables: TemplateVariables };

/** An email as saved last, draft or not. */
export type TemplateRecord = EmailContent & {
  templateKey: string;
  locale: string;
  isPublished: boolean;
  version: number;
  updatedAt: Date;
};

/** The same with the version that goes out; null where the text of the code does. */
export type ShownTemplate = TemplateRecord & { publishedVersion: number | null };
