import { STREAM_ID_GOOD_FOR_MS } from '@drumbeat/contract/publishing/stream-events.ts';

/**
 * How far before the last event id a replay starts. A change is timestamped before it commits and sent after;
 * this covers the longest transaction, delivery (a dead listener is noticed after 15 s) and clock
 * differences. Events sent twice are harmless to the page.
 */
const OVERLAP_MS = 60_000;

export function eventId(now: Date): string {
  return String(now.getTime());
}

/** From when to replay changes to a page that was read, or last received an event, at `at`. */
export function gapSince(at: Date): Date {
  return new Date(at.getTime() - OVERLAP_MS);
}

/**
 * From when to replay for an event id sent by a page; null if it is not one of ours, or older than an hour.
 */
export function gapSinceId(lastEventId: string, now: Date): Date | null {
  if (!/^\d{13}$/.test(lastEventId)) return null;
  const age = now.getTime() - Number(lastEventId);
  return age <= STREAM_ID_GOOD_FOR_MS && age >= -OVERLAP_MS ? gapSince(new Date(Number(lastEventId))) : null;
}
