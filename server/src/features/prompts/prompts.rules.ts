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
