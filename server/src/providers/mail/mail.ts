/** One email, ready to go. */
export type Mail = {
  to: string;
  /** Where an answer goes. */
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** The same at every try of the same email: `<something@host>`. */
  messageId: string;
  /** Where a mail program ends such emails with one click; only for those that can be switched off. */
  unsubscribe?: string;
};

/** Milliseconds after which an email that the mail server has not taken yet counts as failed. */
export const MAIL_DEADLINE_MS = 60_000;

export type Mailer = {
  /** Hands the email to the mail server. Throws a MailError when the server did not take it. */
  send(mail: Mail): Promise<void>;
};

/** The mail server could not be reached, or refused; the message says which, and holds no address or password. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
