import { DEFAULT_LOCALE } from '@drumbeat/contract/text/templates.rules.ts';
import type { Variant } from './prompts.types.ts';

/** The id under which a prompt's versions are stored. Ignores the case of the niche. */
export function versionsId({ templateKey, locale, niche }: Variant): string {
  return `${templateKey}/${locale}/${niche.toLowerCase()}`;
}

/** Whether other variants fall back to this one. */
export function isBase({ locale, niche }: Variant): boolean {
  return locale === DEFAULT_LOCALE && niche === '';
}

/** The variants to try for a prompt, best first: niche and locale, then the locale, then the default. */
export function candidatesFor({ templateKey, locale, niche }: Variant): Variant[] {
  const all = [
    { templateKey, locale, niche },
    { templateKey, locale, niche: '' },
    { templateKey, locale: DEFAULT_LOCALE, niche: '' },
  ];
  return all.filter((each, index) => all.findIndex((one) => versionsId(one) === versionsId(each)) === index);
}

/** The length of an excerpt in characters. */
const EXCERPT = 120;

/** A text on one line, so that it cannot look like a separate instruction. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  const line = [...oneLine(text)];
  return line.length <= EXCERPT ? line.join('') : `${line.slice(0, EXCERPT).join('')}…`;
}

/**
 * A text from a person or a third party as data for a prompt: a JSON string on one line that cannot escape
 * its line, quotation or block. `JSON.parse` restores it.
 */
export function asData(text: string): string {
  return JSON.stringify(text).replace(
    /[<>`{}\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
