import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { expect, test } from 'vitest';
import { changeDrafts, draftsProblem, landingOfDraft } from './drafts.rules.ts';

const draft = (id: string, content = 'Hello'): DraftPost => ({
  id,
  content,
  scheduledTime: `2026-11-2${id.slice(-1)}T09:00:00.000Z`,
  scheduledTimeLocal: '',
  status: 'Pending',
});
const start = { kept: [draft('1-1'), draft('1-2'), draft('1-3')], removed: [] };
const ids = (drafts: readonly DraftPost[]): string[] => drafts.map(({ id }) => id);

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

test('of the drafts that were removed, the last one comes back first, and the others stay in the bin', () => {
  const bin = { kept: [draft('1-2')], removed: [draft('1-3'), draft('1-1')] };
  expect(changeDrafts(bin, { do: 'undo' })).toEqual({
    kept: [draft('1-1'), draft('1-2')],
    removed: [draft('1-3')],
  });
  expect(changeDrafts(bin, { do: 'remove', id: '1-2' })).toEqual({
    kept: [],
    removed: [draft('1-3'), draft('1-1'), draft('1-2')],
  });
  const to = '2026-11-25T09:00:00.000Z';
  expect(changeDrafts(bin, { do: 'move', id: '1-2', to })).toEqual({
    kept: [{ ...draft('1-2'), scheduledTime: to }],
    removed: bin.removed,
  });
});

test('a text is counted as X counts it: a link has 23 characters, an emoji two', () => {
  const link = `https://example.com/${'tea'.repeat(80)}`;
  expect(draftsProblem([draft('1-1', `${'x'.repeat(256)} ${link}`)])).toBeNull();
  expect(draftsProblem([draft('1-1', `${'x'.repeat(257)} ${link}`)])).toBe('One post is too long.');
  expect(draftsProblem([draft('1-1', '🎉'.repeat(141))])).toBe('One post is too long.');
});

test('a move sorts the drafts again', () => {
  const moved = changeDrafts(start, { do: 'move', id: '1-1', to: '2026-11-22T10:00:00.000Z' });
  expect(ids(moved.kept)).toEqual(['1-2', '1-1', '1-3']);
  expect(moved.kept[1]?.scheduledTime).toBe('2026-11-22T10:00:00.000Z');
});

test('a replacement swaps the texts and leaves the times', () => {
  const [first, second] = [draft('1-1', 'First'), draft('1-2', 'Second')];
  const bin = { kept: [first, second], removed: [draft('1-3', 'Third'), draft('1-4', 'Fourth')] };
  expect(changeDrafts(bin, { do: 'replace', id: '1-2', by: '1-3' })).toEqual({
    kept: [first, draft('1-2', 'Third')],
    removed: [draft('1-3', 'Second'), draft('1-4', 'Fourth')],
  });
});

test('an edit adds the sources of its new words to those that are known', () => {
  const source = (claim: string, label: string) => ({ claim, label, sourceId: 'fact:1', url: null });
  const known = { ...draft('1-1'), sources: [source('$19', 'Pro')] };
  const sources = [source('$19', 'Other'), source('$9', 'Basic')];
  const edited = (of: typeof known | ReturnType<typeof draft>) =>
    changeDrafts({ kept: [of], removed: [] }, { do: 'edit', id: '1-1', content: 'New', sources }).kept;
  expect(edited(known)).toEqual([
    { ...draft('1-1', 'New'), sources: [source('$19', 'Pro'), source('$9', 'Basic')] },
  ]);
  expect(edited(draft('1-1'))).toEqual([{ ...draft('1-1', 'New'), sources }]);
});

test('a draft may go where no other is, on a day that has room, ahead and within the schedule', () => {
  const limits = {
    zone: 'Europe/Paris',
    now: Date.parse('2026-11-20T12:00:00Z'),
    windowEnd: Date.parse('2026-11-27T12:00:00Z'),
    mostADay: 1,
  };
  const landing = (wall: string, mostADay = 1) =>
    landingOfDraft(draft('1-1'), wall, start.kept, { ...limits, mostADay });
  expect(landing('2026-11-24T09:00')).toEqual({ at: Date.parse('2026-11-24T08:00:00Z') });
  expect(landing('2026-11-22T10:00', 2)).toEqual({
    problem: 'Another post goes out at that time. Choose another one.',
  });
  expect(landing('2026-11-22T11:00')).toEqual({
    problem: 'That day already has 1 post, the most your plan allows. Choose another day.',
  });
  expect(landing('2026-11-22T11:00', 2)).toEqual({ at: Date.parse('2026-11-22T10:00:00Z') });
  // The day is that of the person: half past midnight is of the day that is full.
  expect(landing('2026-11-22T00:30')).toHaveProperty('problem');
  // Its own place is never taken, however full the day.
  expect(landing('2026-11-21T10:00')).toEqual({ at: Date.parse('2026-11-21T09:00:00Z') });
  expect(landing('2026-11-21T08:00')).toEqual({ at: Date.parse('2026-11-21T07:00:00Z') });
  for (const wall of ['2026-11-20T09:00', '2026-11-27T14:00', 'soon'])
    expect(landing(wall)).toHaveProperty('problem');
});
