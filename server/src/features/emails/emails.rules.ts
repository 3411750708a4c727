/** How often an email is tried before it counts as failed; with growing pauses this takes about two hours. */
export const SEND_TRIES = 10;

/** Whether the try that just failed was the last one. */
export function gaveUp(attempts: number): boolean {
  return attempts >= SEND_TRIES;
}

/** A wall-clock time (`2026-11-24T11:30:00`) for an email: `Tuesday 24 November at 11:30`. */
export function spokenTime(local: string): string {
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return `${day} at ${local.slice(11, 16)}`;
}

/** An instant for an email, in the person's zone: `28 November 2026 at 11:30`. */
export function spokenMoment(at: Date, timeZone: string): string {
  return `${spokenDay(at, timeZone)} at ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })}`;
}

/** The day of an instant for an email, in the person's zone: `28 November 2026`. */
export function spokenDay(at: Date, timeZone: string): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone });
}
