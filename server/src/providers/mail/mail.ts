/** One email, ready to send. */
export type Mail = {
  to: string;
  /** The address for replies. */
  replyTo: string;
  subject: string;
  html: string;
  text: string;
  /** The same for every try of an email: `<something@host>`. */
  messageId: string;
  /** The one-click unsubscribe URL; only for emails that can be switched off. */
  unsubscribe?: string;
};

/** Milliseconds after which an email that the mail server has not accepted counts as failed. */
export const MAIL_DEADLINE_MS = 60_000;

export type Mailer = {
  /** Hands the email to the mail server. Throws a MailError if the server did not accept it. */
  send(mail: Mail): Promise<void>;
};

/**
 * The mail server could not be reached, or refused; the message says which, without addresses or passwords.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
}
