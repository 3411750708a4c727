import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import type { EmailParts } from './emails.types.ts';

const BREAKS = /<br\s?\/?>|<\/(?:p|div|h[1-6]|li|tr|table)>/gi;
const TAGS = /<[^<>]{0,2000}>/g;

/** Variables that an email must contain if it has them: nobody could verify an address without the link. */
const needed = ['link', 'unsubscribe'];

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

/** The id under which an email's versions are stored. */
export function versionsId(key: string, locale: string): string {
  return `${key}/${locale}`;
}

/** Whether other locales fall back to this one. */
export function isBase(locale: string): boolean {
  return locale === DEFAULT_LOCALE;
}

/** What a rendered email lacks, by part. `samples` are the values that it was rendered with. */
export function lacksOf(
  rendered: EmailParts,
  samples: Record<string, string>,
): Partial<Record<keyof EmailParts, string>> {
  const lacks: Partial<Record<keyof EmailParts, string>> = {};
  if (!rendered.subject) lacks.subject = 'An email needs a subject.';
  for (const part of ['html', 'plain'] as const) {
    if (!rendered[part].trim()) lacks[part] = 'An email needs a text.';
    const text = rendered[part].replaceAll('&amp;', '&');
    const missing = needed.find((name) => samples[name] !== undefined && !text.includes(samples[name]));
    if (missing) lacks[part] ??= `The email must show {{ ${missing} }}.`;
  }
  return lacks;
}

function addressIn(tag: string): string {
  const address = /\shref="([^"]*)"/.exec(tag)?.[1];
  return address ? `${address} ` : '';
}

/**
 * The plain text of an html template for which nobody wrote one: without tags, but with paragraphs, addresses
 * and Liquid kept.
 */
export function plainTextOf(html: string): string {
  return html
    .replace(BREAKS, '\n')
    .replace(TAGS, (tag) => addressIn(tag))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
