/** The queue that sends. */
export const SEND_QUEUE = 'emails.send';

/** Tries before a mail counts as failed; with growing pauses they span about two hours. */
export const SEND_TRIES = 10;

/** Whether the try that just failed was the last. */
export function gaveUp(attempts: number): boolean {
  return attempts >= SEND_TRIES;
}
