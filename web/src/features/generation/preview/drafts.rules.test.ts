import type { DraftPost } from '@drumbeat/contract/generation.ts';
import { expect, test } from 'vitest';
import { changeDrafts, draftsProblem } from './drafts.rules.ts';

const draft = (id: string, content = 'Hello'): DraftPost => ({
  id,
  content,
  scheduledTime: `2026-11-2${id.slice(-1)}T09:00:00.000Z`,
  scheduledTimeLocal: '',
  status: 'Pending',
});
const start = { kept: [draft('1-1'), draft('1-2'), draft('1-3')], removed: [] };
const ids = (drafts: readonly DraftPost[]): string[] => drafts.map(({ id }) => id);

test('a removed draft comes back to its place', () => {
  const once = changeDrafts(start, { do: 'remove', id: '1-1' });
  const twice = changeDrafts(once, { do: 'remove', id: '1-2' });
  expect(ids(twice.kept)).toEqual(['1-3']);
  const back = changeDrafts(changeDrafts(twice, { do: 'undo' }), { do: 'undo' });
  expect(ids(back.kept)).toEqual(['1-1', '1-2', '1-3']);
  expect(back.removed).toEqual([]);
  expect(changeDrafts(start, { do: 'undo' })).toEqual(start);
});

test('an edit changes one text and nothing else', () => {
  const edited = changeDrafts(start, { do: 'edit', id: '1-2', content: 'New' });
  expect(edited.kept.map(({ content }) => content)).toEqual(['Hello', 'New', 'Hello']);
});

test('POST-28 empty and over-long drafts, and none at all, cannot be scheduled', () => {
  expect(draftsProblem([])).toBe('There is nothing left to schedule.');
  expect(draftsProblem([draft('1-1', ' ')])).toBe('One post is empty.');
  expect(draftsProblem([draft('1-1', 'x'.repeat(281)), draft('1-2')])).toBe('One post is too long.');
  expect(draftsProblem([draft('1-1', 'x'.repeat(280))])).toBeNull();
});

test('an edit keeps the time and what was removed; a removal touches no other draft', () => {
  const removed = changeDrafts(start, { do: 'remove', id: '1-3' });
  expect(removed.removed).toEqual([draft('1-3')]);
  expect(changeDrafts(removed, { do: 'edit', id: '1-2', content: 'New' })).toEqual({
    kept: [draft('1-1'), draft('1-2', 'New')],
    removed: [draft('1-3')],
  });
});

test('what cannot be scheduled is counted, empty ones first', () => {
  const [empty, long] = [draft('1-1', ' '), draft('1-2', 'x'.repeat(281))];
  expect(draftsProblem([empty, empty, draft('1-3')])).toBe('2 posts are empty.');
  expect(draftsProblem([long, long, draft('1-3')])).toBe('2 posts are too long.');
  expect(draftsProblem([long, empty])).toBe('One post is empty.');
});
