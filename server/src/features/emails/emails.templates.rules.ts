import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import type { EmailParts } from './emails.types.ts';

/** The id under which an email's versions are stored. */
export function versionsId(key: string, locale: string): string {
  return `${key}/${locale}`;
}

/** Whether other locales fall back to this one. */
export function isBase(locale: string): boolean {
  return locale === DEFAULT_LOCALE;
}

/** Variables that an email must contain if it has them: nobody could verify an address without the link. */
const needed = ['link', 'unsubscribe'];

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
