import { STREAM_ID_GOOD_FOR_MS } from '@drumbeat/contract/stream-events.ts';

/**
 * A change is dated before it commits, and told after. In between lie the longest transaction, the way of the news (a
 * dead listener is noticed after 15 s) and what the clocks of our processes differ. So a gap begins this much before the
 * last id; what is told twice changes nothing on the page.
 */
const OVERLAP_MS = 60_000;

/** The id of an event that is sent now. */
export function eventId(now: Date): string {
  return String(now.getTime());
}

/** From when on changes are told to a page that was read, or last told something, at this instant. */
export function gapSince(at: Date): Date {
  return new Date(at.getTime() - OVERLAP_MS);
}

/** The same for an id that a page sends; null for one that is not ours, or older than an hour. */
export function gapSinceId(lastEventId: string, now: Date): Date | null {
  if (!/^\d{13}$/.test(lastEventId)) return null;
  const age = now.getTime() - Number(lastEventId);
  return age <= STREAM_ID_GOOD_FOR_MS && age >= -OVERLAP_MS ? gapSince(new Date(Number(lastEventId))) : null;
}
