import { expect, test } from 'vitest';
import { keptDrafts } from './kept-drafts.ts';

const draft = {
  id: '1-1',
  content: 'Hello',
  scheduledTime: '2026-11-21T09:00:00.000Z',
  scheduledTimeLocal: '2026-11-21T10:00:00',
  status: 'Pending',
};
const source = { claim: '$19', sourceId: 'fact:1', label: 'Pro', url: 'https://shop.example/pro' };

test('edits are read as they were kept: texts of any length, and every part of what supports them', () => {
  const whole = {
    kept: [
      { ...draft, content: 'x'.repeat(2_000), sources: [source, { ...source, url: null }] },
      { ...draft, id: '1-2', content: '', sources: [] },
    ],
    removed: [{ ...draft, id: '1-3' }],
  };
  expect(keptDrafts.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  expect(keptDrafts.parse({ kept: [], removed: [] })).toEqual({ kept: [], removed: [] });
});

test.each([
  ['no drafts that were kept', { removed: [] }],
  ['a kept draft without a time', { kept: [{ ...draft, scheduledTime: undefined }], removed: [] }],
  ['a post that is out', { kept: [{ ...draft, status: 'Posted' }], removed: [] }],
  ['a source without a label', { kept: [{ ...draft, sources: [{ ...source, label: null }] }], removed: [] }],
])('%s counts as nothing kept', (_, stored) => {
  expect(keptDrafts.safeParse(stored).success).toBe(false);
});
