import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { weightedLength } from '../../sandbox/src/x/text.ts';

/*
 * Checks what passed the gate again, with rules of this benchmark alone: rules shared with the gate could not
 * find its mistakes.
 */

const MOST_WEIGHT = 280;
const domain =
  /https?:|www\.|\b[a-z0-9-]+\.(?:com|net|org|io|co|app|dev|ai|me|info|biz|shop|store|blog|tv|ly|gg|uk|de|fr|es|eu|us)\b/i;
const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};
const values: ReadonlyMap<string, number> = new Map([
  ...smallNumbers.map((word, value) => [word, value] as const),
  ...tens.map((word, at) => [word, 10 * (at + 2)] as const),
]);
const digits = /\d+(?:[.,]\d+)*/g;
const percents = /%|\bper ?cent\b/gi;
const listMark = /^\s*\d{1,2}[.)] /gm;
// 'The boring half of the work' is a part of it, not a share.
const shares =
  /(?<!\bthe (?:\w+ )?)\b(?:half|(?:a|one|two|three) (?:third|quarter|fifth|tenth)s?) of\b|\bone in (?:two|three|four|five|six|seven|eight|nine|ten|twenty)\b/gi;

/** Whether X would reject the text for its length, according to the sandbox's own count. */
export function isTooLong(text: string): boolean {
  return weightedLength(text) > MOST_WEIGHT;
}

/** Whether a text contains a link, or something that a reader would take for one. */
export function hasLink(text: string): boolean {
  return containsUrl(text) || domain.test(text);
}

/**
 * The figures in a text that none of its sources contains: every run of digits, whatever it means ('24/7' has
 * two), every number word from three on, and percentages, which a source with dollars does not support. List
 * markers ('2. ') do not count.
 */
export function unsupportedFigures(text: string, sources: readonly string[]): string[] {
  return missingIn(sources, text, figuresIn);
}

/** Shares in words that none of the sources contains: 'half of', 'a third of', 'one in five' and the like. */
export function unsupportedShares(text: string, sources: readonly string[]): string[] {
  return missingIn(sources, text, sharesIn);
}

type Found = { quote: string; value: number | string };

function missingIn(sources: readonly string[], text: string, find: (text: string) => Found[]): string[] {
  const given = new Set(sources.flatMap((source) => find(source).map(({ value }) => value)));
  return find(text)
    .filter(({ value }) => !given.has(value))
    .map(({ quote }) => quote);
}

function figuresIn(text: string): Found[] {
  const bare = text.replace(listMark, '');
  const inDigits = [...bare.matchAll(digits)].map(([quote]) => ({ quote, value: numberOf(quote) }));
  const percent = [...bare.matchAll(percents)].map(([quote]) => ({ quote, value: 'percent' }));
  return [...inDigits, ...percent, ...numbersInWords(bare).filter(({ value }) => value >= 3)];
}

function sharesIn(text: string): Found[] {
  return [...text.matchAll(shares)].map(([quote]) => ({ quote, value: quote.toLowerCase() }));
}

/** '1,200' is twelve hundred; '4.20' and '4,2' are four and a fifth. */
function numberOf(run: string): number {
  return Number.parseFloat(run.replace(/[.,](?=\d{3}(?:\D|$))/g, '').replace(',', '.'));
}

function numbersInWords(text: string): { quote: string; value: number }[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const found: { quote: string; value: number }[] = [];
  let run: string[] = [];
  for (const word of [...words, '']) {
    const single = word.replace(/s$/, '');
    if (values.has(word) || single in scales) run.push(values.has(word) ? word : single);
    else {
      if (run.length > 0) found.push({ quote: run.join(' '), value: amountOf(run) });
      run = [];
    }
  }
  return found;
}

function amountOf(run: readonly string[]): number {
  let [whole, below] = [0, 0];
  for (const word of run) {
    const scale = scales[word];
    if (scale === undefined) below += values.get(word) ?? 0;
    else if (scale < 1_000) below = Math.max(1, below) * scale;
    else [whole, below] = [whole + Math.max(1, below) * scale, 0];
  }
  return whole + below;
}
