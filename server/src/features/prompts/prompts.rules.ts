import { DEFAULT_LOCALE } from '@drumbeat/contract/templates.rules.ts';
import type { Variant } from './prompts.types.ts';

/** The id of a prompt's versions. Niches that differ by capitals alone are one. */
export function versionsId({ templateKey, locale, niche }: Variant): string {
  return `${templateKey}/${locale}/${niche.toLowerCase()}`;
}

/** Whether the others fall back to it. */
export function isBase({ locale, niche }: Variant): boolean {
  return locale === DEFAULT_LOCALE && niche === '';
}

/** Where to look for a prompt, the best first: niche and locale, then the locale, then the default. */
export function candidatesFor({ templateKey, locale, niche }: Variant): Variant[] {
  const all = [
    { templateKey, locale, niche },
    { templateKey, locale, niche: '' },
    { templateKey, locale: DEFAULT_LOCALE, niche: '' },
  ];
  return all.filter((each, index) => all.findIndex((one) => versionsId(one) === versionsId(each)) === index);
}

/** How much of a text is enough to recognise it by, in characters. */
const EXCERPT = 120;

/** A text on one line, so that it cannot pose as an instruction of its own. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  const line = [...oneLine(text)];
  return line.length <= EXCERPT ? line.join('') : `${line.slice(0, EXCERPT).join('')}…`;
}

// Marks of a language for markup, and what some readers take for the end of a line.
const escaped = /[<>\u0085\u2028\u2029]/g;

/**
 * A text that somebody wrote, as data: JSON on one line without angle brackets, so that it can neither begin a line of
 * the prompt nor close what it stands in.
 */
export function asData(text: string): string {
  return JSON.stringify(text).replace(
    escaped,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
