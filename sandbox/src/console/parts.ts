import { type Html, html } from '../http/html.ts';

/** What a section shows while it is empty. */
export function emptyNote(title: string, text: string): Html {
  return html`<div class="paper empty"><b>${title}</b>${text}</div>`;
}

/** The time of day in UTC, with seconds. */
export function clockTime(iso: string): string {
  return iso.slice(11, 19);
}

/** Date and time in UTC for a Stripe timestamp (seconds). */
export function dayTime(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  return new Date(seconds * 1000).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
}
