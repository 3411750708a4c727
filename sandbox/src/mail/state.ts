export interface MailMessage {
  id: string;
  from: string;
  /** Envelope recipients, lower case. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  links: string[];
  headers: Record<string, string>;
  receivedAt: string;
}

export interface MailState {
  /** Oldest first. */
  messages: MailMessage[];
}

/** An empty mailbox. */
export function emptyMailState(): MailState {
  return { messages: [] };
}
