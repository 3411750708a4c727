import { type Html, html } from '../http/html.ts';

/** What a section shows while it has nothing. */
export function emptyNote(title: string, text: string): Html {
  return html`<div class="paper empty"><b>${title}</b>${text}</div>`;
}

/** Hours, minutes and seconds in UTC. */
export function clockTime(iso: string): string {
  return iso.slice(11, 19);
}

/** A day and a time of Stripe's seconds, in UTC. */
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
