import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import { bulkActions } from '@drumbeat/contract/admin/bulk.rules.ts';
import { expect, test } from 'vitest';
import { actionsFor, dangerous, outcomeSentence, planSentence } from './bulk.rules.ts';

const person = (id: string, given: Partial<BulkPerson> = {}): BulkPerson => ({
  id,
  email: null,
  would: 'change',
  before: null,
  after: null,
  why: null,
  outcome: null,
  change_id: null,
  ...given,
});
const would = (change: number, nothing: number, refused: number) =>
  Object.entries({ change, nothing, refused }).flatMap(([each, count]) =>
    Array.from({ length: count }, () => person('1', { would: each as BulkPerson['would'] })),
  );
const became = (...outcomes: BulkPerson['outcome'][]) =>
  outcomes.map((outcome, at) => person(String(at), { outcome }));

test('ADM-CON-25 only admin and support are offered bulk actions', () => {
  expect(actionsFor(['admin'])).toEqual(bulkActions);
  expect(actionsFor(['support'])).toEqual(bulkActions);
  expect(actionsFor(['ops', 'tester'])).toEqual([]);
  expect(actionsFor([])).toEqual([]);
  expect([...dangerous]).toEqual(['pause_posts', 'end_sessions']);
});

test.each([
  ['pause_posts', '12 will be paused, 3 are already paused, 1 cannot be.', '1 is already paused.'],
  ['resume_posts', '12 will be resumed, 3 are not paused, 1 cannot be.', '1 is not paused.'],
  ['retry_failed', '12 will have failed posts queued again, 3 have none, 1 cannot.', '1 has none.'],
] as const)('%s: one sentence sums up the dry run', (action, several, one) => {
  expect(planSentence(action, would(12, 3, 1))).toBe(several);
  expect(planSentence(action, would(0, 1, 0))).toBe(one);
});

test('one sentence sums up the outcome', () => {
  expect(outcomeSentence('pause_posts', became('done', 'failed', 'changed_since', 'left', 'done'))).toBe(
    '2 paused, 1 left as it was, 1 changed since the check, 1 failed.',
  );
  expect(outcomeSentence('end_sessions', became('left', 'left'))).toBe('2 left as they were.');
});
