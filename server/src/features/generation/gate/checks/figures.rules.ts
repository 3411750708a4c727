import { plainWord } from './words.rules.ts';

/**
 * A number in a text and its value. `isSmall`: one, two, or 'a hundred', which may not be meant as a count.
 * `isShare`: it is a percentage.
 */
export type Figure = { quote: string; value: number; from: number; isSmall: boolean; isShare: boolean };

const numberWords: ReadonlyMap<string, number> = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
    'eighteen nineteen',
  ]
    .join(' ')
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10]),
);
const scales: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

// Digits with anything attached: `$1,200`, `5.5%`, `20kg`, `H2O`, `1990s`, `24/7`.
const runPattern = /[\p{L}\p{N}/.,:'’°%+×-]+/gu;
const wordPattern = /\p{L}+/gu;
const units =
  /^(?:k|m|bn|x|×|%|°|°?c|°?f|kg|g|mg|km|cm|mm|ml|l|am|pm|h|hrs?|min|mins|s|secs?|lbs?|oz|ft|mph|st|nd|rd|th|s|p|px|gb|mb|tb|w|v|kw|kwh|ghz|mhz)$/i;
/** Idioms that look like numbers. */
const idioms = new Set(['24/7', '9-5', '9-to-5']);
const percent = /^ ?(?:%|percent\b|per cent\b)/i;
const spans = new Set(
  'second seconds minute minutes hour hours day days week weeks month months year years mile miles'.split(
    ' ',
  ),
);
const listMark = /^\s*\d{1,2}[.)]$/;

/**
 * The numbers of a text: digits and English number words. Excludes names such as H2O, idioms and list
 * markers.
 */
export function figuresOf(text: string): Figure[] {
  return [...digitFigures(text), ...wordFigures(text)];
}

function digitFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const { 0: raw, index } of text.matchAll(runPattern)) {
    if (!/\d/.test(raw)) continue;
    const run = raw.replace(/^['’.,:+×/-]+|['’.,:+×/-]+$/g, '');
    if (idioms.has(run.toLowerCase()) || isListMark(text, index, raw)) continue;
    for (const part of run.split(/[/:×-]/)) {
      const value = readValue(part);
      if (value === undefined) continue;
      const isShare = part.endsWith('%') || percent.test(text.slice(index + raw.length));
      figures.push({ quote: run, value, from: index, isSmall: false, isShare });
    }
  }
  return figures;
}

function isListMark(text: string, index: number, raw: string): boolean {
  const lineStart = text.lastIndexOf('\n', index) + 1;
  return listMark.test(text.slice(lineStart, index + raw.length + 1).trimEnd());
}

/** The value of a run of digits; undefined for a name that contains digits. */
function readValue(part: string): number | undefined {
  const found = /^(\d[\d.,'’]*)(\D*)$/u.exec(part);
  if (!found?.[1] || (found[2] && !units.test(found[2]))) return undefined;
  const digits = found[1].replace(/[.,'’]{1,3}$/, '').replace(/[.,'’](?=\d{3}(?!\d))/g, '');
  const scale = { k: 1_000, m: 1_000_000, bn: 1_000_000_000 }[(found[2] ?? '').toLowerCase()] ?? 1;
  return Number(digits.replace(',', '.').replace(/['’]/g, '')) * scale;
}

function wordFigures(text: string): Figure[] {
  const words = [...text.matchAll(wordPattern)].map((match) => ({
    word: plainWord(match[0]),
    from: match.index,
    to: match.index + match[0].length,
  }));
  const figures: Figure[] = [];
  for (let at = 0; at < words.length; at++) {
    const begin = words[at];
    if (!begin || !isNumberWord(begin.word)) continue;
    let end = at;
    while (isNumberWord(words[end + 1]?.word ?? '')) end++;
    const run = words.slice(at, end + 1);
    const value = amountOf(run.map(({ word }) => word));
    const quote = text.slice(begin.from, run.at(-1)?.to);
    const isShare = percent.test(text.slice(run.at(-1)?.to));
    const isHyperbole =
      run.length === 1 &&
      scales.has(begin.word) &&
      words[at - 1]?.word === 'a' &&
      !spans.has(words[end + 1]?.word ?? '');
    const isSmall = !isShare && (value <= 2 || isHyperbole);
    figures.push({ quote, value, from: begin.from, isSmall, isShare });
    at = end;
  }
  return figures;
}

function isNumberWord(word: string): boolean {
  return numberWords.has(word) || tens.has(word) || scales.has(word);
}

function amountOf(words: readonly string[]): number {
  let total = 0;
  let group = 0;
  for (const word of words) {
    const scale = scales.get(word);
    if (scale === undefined) group += numberWords.get(word) ?? tens.get(word) ?? 0;
    else if (scale <= 100) group = Math.max(1, group) * scale;
    else {
      total += Math.max(1, group) * scale;
      group = 0;
    }
  }
  return total + group;
}
