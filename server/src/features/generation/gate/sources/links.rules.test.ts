import { expect, test } from 'vitest';
import { fact } from '../gate.fixture.ts';
import { linksFor } from './sources.rules.ts';

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

test('each source is linked once, a figure as it is written, and a post has at most twenty links', () => {
  const both = fact('Margaret Holloway sells 19 vans', 'both');
  const name = { ...fact('Margaret Holloway', 'name'), label: 'Staff', url: 'https://shed.example/staff' };
  expect(linksFor('Margaret Holloway sold 19 vans.', [both], 'en').map(({ claim }) => claim)).toEqual([
    '19 vans',
  ]);
  const text = 'Margaret Holloway prunes. Margaret Holloway digs. It costs $7.';
  const links = linksFor(text, [name, fact('Pots cost $7', 'price')], 'en');
  expect(links.map(({ sourceId }) => sourceId)).toEqual(['price', 'name']);
  expect(links[1]).toEqual({
    claim: 'Margaret Holloway',
    sourceId: 'name',
    label: 'Staff',
    url: 'https://shed.example/staff',
  });
  const prices = Array.from({ length: 20 }, (_, i) => fact(`Pot ${i} costs $${i + 100}`, `price-${i}`));
  const long = `${prices.map((_, i) => `$${i + 100}`).join(' ')}. Margaret Holloway prunes.`;
  expect(linksFor(long, [...prices, name], 'en')).toHaveLength(20);
});
