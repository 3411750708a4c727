import type { TestApp } from './build-app.ts';

export type ReceivedMail = {
  subject: string;
  text: string;
  html: string;
  links: string[];
  headers: Record<string, string>;
};

/** Sends all queued emails, and returns what an address has received by SMTP so far, oldest first. */
export async function mailTo(app: TestApp, email: string): Promise<ReceivedMail[]> {
  await app.platform.jobs.drain();
  const response = await fetch(`${app.sandboxUrl}/sandbox/mail?to=${encodeURIComponent(email)}`);
  const { messages } = (await response.json()) as { messages: ReceivedMail[] };
  return messages;
}
