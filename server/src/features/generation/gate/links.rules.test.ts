import { expect, test } from 'vitest';
import { fact } from './gate.fixture.ts';
import { linksFor } from './links.rules.ts';

const sources = [
  fact('Pro costs $19 a month', 'price'),
  fact('Our head gardener is Margaret Holloway', 'name'),
  fact('In April I buried scraps under the roses; foxes dug them up', 'story'),
];

test('figures, names and deeds are each linked to what supports them', () => {
  const text =
    'Pro costs $19. Margaret Holloway prunes in a raincoat. I buried the kitchen scraps under the roses and the foxes came.';
  expect(linksFor(text, sources, 'en').map(({ claim, sourceId }) => [claim, sourceId])).toEqual([
    ['$19', 'price'],
    ['Margaret Holloway', 'name'],
    ['i buried the kitchen scraps under the roses and the foxes came', 'story'],
  ]);
});

test('what no source supports has no link, and what claims nothing neither', () => {
  expect(linksFor('Peter Holloway sold 7 vans.', sources, 'en')).toEqual([]);
  expect(linksFor('Which tool in your shed gets used least?', sources, 'en')).toEqual([]);
});
