export interface MailMessage {
  id: string;
  from: string;
  /** Envelope recipients in lower case. */
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

/** The initial, empty mailbox. */
export function emptyMailState(): MailState {
  return { messages: [] };
}
