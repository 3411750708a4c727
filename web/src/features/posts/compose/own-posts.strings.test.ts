import { expect, test } from 'vitest';
import { ownPostsStrings as strings } from '../posts.strings.ts';

test('one is counted in the singular, and a move has its length and its direction', () => {
  expect([strings.bulkMoved(1, -1), strings.bulkMoved(2, -3), strings.bulkMoved(3, 1)]).toEqual([
    '1 post moved 1 day earlier.',
    '2 posts moved 3 days earlier.',
    '3 posts moved 1 day later.',
  ]);
  expect([strings.bulkDeleted(1), strings.bulkRestored(2), strings.bulkResumed(1)]).toEqual([
    '1 post deleted.',
    '2 posts restored.',
    '1 post resumed.',
  ]);
  expect([strings.bulkPaused(1), strings.bulkPaused(2)]).toEqual(['1 post paused.', '2 posts paused.']);
  expect([strings.importable(1), strings.importable(3)]).toEqual([
    '1 row is fine. Nothing is scheduled yet.',
    'All 3 rows are fine. Nothing is scheduled yet.',
  ]);
});
