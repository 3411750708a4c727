/** One mail, ready to go. */
export type Mail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same at every try of the same mail: `<something@host>`. */
  messageId: string;
};

export type Mailer = {
  /** Hands the mail to the mail server. Throws a MailError when the server did not take it. */
  send(mail: Mail): Promise<void>;
};

/** The mail server could not be reached, or refused; the message says which, and holds no address or password. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
