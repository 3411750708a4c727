/** The queue that sends. */
export const SEND_QUEUE = 'emails.send';

/** Tries before a mail counts as failed; the pauses between them grow to hours in all. */
export const SEND_TRIES = 8;

/** Whether the try that just failed was the last. */
export function gaveUp(attempts: number): boolean {
  return attempts >= SEND_TRIES;
}
