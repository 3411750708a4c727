import { expect, test } from 'vitest';
import { fact } from '../gate.fixture.ts';
import { checkClaims } from './sources.rules.ts';

/** By which of the sources each claim of a text is borne out, and the first that none bears out. */
function check(text: string, ...sources: string[]) {
  const { links, unsupported } = checkClaims(
    text,
    'en',
    sources.map((source, index) => fact(source, `fact-${index}`)),
  );
  return [...links.map(({ claim, sourceId }) => `${claim.quote}: ${sourceId}`), unsupported?.quote];
}

test.each([
  ['a figure by its value', 'Beans cost $3', 'Three beds', ['3: fact-0', undefined]],
  ['a share by a share', 'It takes 40% less', '40 beds', ['40%']],
  ['no figure by a story without it', 'Beans climb poles for $3', 'Beans climb poles', ['3']],
  [
    'no name by a story without it',
    'Margaret Holloway prunes roses',
    'Margaret prunes roses',
    ['Margaret Holloway'],
  ],
  ['no share by a story with another number', 'Nine of the ten slugs sleep', 'Eight slugs sleep', ['Nine']],
  ['a name by all of it', 'Margaret Holloway prunes', 'Margaret Plum', ['Margaret Holloway']],
  [
    'a quotation by four of its five words',
    'Vita said "Beans peas roses slugs ferns"',
    'beans peas roses slugs',
    ['Beans peas roses slugs ferns: fact-0', undefined],
  ],
  ['no deed by another', 'I sold the old van', 'Mulch helps', ['i sold the old van']],
  ['a record by one word of two', 'Peas grew here years ago', 'For years', ['years ago: fact-0', undefined]],
  ['no share of small words by its number', 'No one was in the shed', 'One bean', ['no one was in the']],
  [
    'a deed by two words of three',
    'I sold the old van',
    'The old vans',
    ['i sold the old van: fact-0', undefined],
  ],
  [
    'a deed by what is told around it',
    'I sold the old van. Rust ate its floor',
    'A van with rust',
    ['i sold the old van: fact-0', undefined],
  ],
  [
    'a share with its number',
    'Nine of the ten slugs sleep',
    'nine slugs',
    ['Nine: fact-0', 'nine of the ten: fact-0', 'ten'],
  ],
])('%s', (_, text, source, expected) => {
  expect(check(text, source)).toEqual(expected);
});

test('the first claim without a source is named, and a label is part of its source', () => {
  expect(check('Beans cost $3, peas $4 and leeks $5', 'Peas: $4')).toEqual(['4: fact-0', '3']);
  const label = { id: 'feed-1', label: 'Margaret Holloway', text: 'Prunes in a raincoat', url: null };
  expect(checkClaims('Margaret Holloway prunes', 'en', [label]).unsupported).toBeUndefined();
});

test.each([
  ['I watered ferns daily', 'watering fern', true],
  ['I buried beds nightly', 'bed night', true],
  ['I buried beds nightly', 'bury nights', false],
  ['I sold big vans', 'old van', false],
])('words are compared without their endings: %s, %s', (deed, source, isBorneOut) => {
  expect(check(deed, source).at(-1) === undefined).toBe(isBorneOut);
});
