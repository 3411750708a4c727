import { expect, test } from 'vitest';
import { linkNote } from './links.rules.ts';

const day = (number: number) => `2026-11-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const usage = (limit: number, used: number, next: number) => ({
  limit,
  cycles: [
    { start: day(1), end: day(15), used },
    { start: day(15), end: day(29), used: next },
  ],
});
const post = (at: number | null) => ({
  content: 'example.com',
  at: at === null ? null : Date.parse(day(at)),
});

test('COST-06 links are counted in the cycle in which their posts go out', () => {
  expect(linkNote([], usage(4, 0, 0), 0)).toBeNull();
  expect(linkNote([post(null), post(14)], usage(4, 1, 4), 0)).toEqual({
    text: '2 posts have a link: X bills $0.20 for each instead of $0.015, and that uses 2 of the 3 left in your plan this cycle.',
    isOver: false,
  });
  expect(linkNote([post(15)], usage(4, 4, 0), 0)?.isOver).toBe(false);
});

test('COST-06 a cycle without room is named first', () => {
  expect(linkNote([post(2), post(20), post(28)], usage(4, 1, 0), 0)).toEqual({
    text: '1 post has a link: X bills $0.20 for it instead of $0.015, and that uses 1 of the 3 left in your plan this cycle.',
    isOver: false,
  });
  const note = linkNote([post(2), post(20)], usage(4, 0, 4), 0);
  expect(note).toEqual({
    text: '1 post has a link: X bills $0.20 for it instead of $0.015, and that is more than your plan has left: 0 of 4.',
    isOver: true,
  });
});

test('COST-06 a post that already counts needs no more room', () => {
  expect(linkNote([post(2)], usage(4, 4, 0), 1)?.isOver).toBe(false);
  expect(linkNote([post(2)], usage(4, 4, 0), 0)?.isOver).toBe(true);
  // It counts in the first cycle alone.
  expect(linkNote([post(20)], usage(4, 0, 4), 1)?.isOver).toBe(true);
});
