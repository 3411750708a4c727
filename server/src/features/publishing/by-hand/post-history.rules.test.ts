import { describe, expect, test } from 'vitest';
import { type AttemptRecord, deletionOf, type HistoryRecord, historyOf } from './post-history.rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second));
const attempt: AttemptRecord = {
  startedAt: at(1),
  calledAt: at(2),
  unknownReason: null,
  unknownSince: null,
  outcome: 'posted',
  tweetId: '77',
  errorCode: null,
  errorMessage: null,
  settledAt: at(3),
};
const texts = (history: HistoryRecord[], attempts: AttemptRecord[] = []) =>
  historyOf(history, attempts).map((event) => event.text);
const local = '2026-11-22T10:00:00';

test('changes of a post and its attempts are one list, in order, with their details', () => {
  const history: HistoryRecord[] = [
    { at: at(5), kind: 'retried', detail: {} },
    { at: at(0), kind: 'planned', detail: { local } },
  ];
  const second = { ...attempt, startedAt: at(6), calledAt: null, settledAt: null, outcome: null };
  expect(historyOf(history, [attempt, second])).toEqual([
    { at: at(0).toISOString(), kind: 'planned', text: `Planned for ${local}.`, data: { local } },
    { at: at(1).toISOString(), kind: 'claimed', text: 'Picked up by a worker.', data: {} },
    { at: at(2).toISOString(), kind: 'called', text: 'Sent to X.', data: {} },
    { at: at(3).toISOString(), kind: 'settled', text: 'Posted.', data: { outcome: 'posted', tweetId: '77' } },
    { at: at(5).toISOString(), kind: 'retried', text: 'Retried by hand.', data: {} },
    { at: at(6).toISOString(), kind: 'claimed', text: 'Picked up by a worker.', data: {} },
  ]);
});

test.each([
  ['edited', { text: true, to: 'x', local }, `Edited: the text and the time, to ${local}.`],
  ['edited', { now: true, to: 'x', local }, 'Sent to publish at once, by hand.'],
  ['moved', { local }, `Moved to ${local}, the next free time, because its own time had passed.`],
  [
    'paused',
    { because: 'restored' },
    'Paused, because our database was restored from a backup and a post with the same words is on X.',
  ],
  ['restored', { local }, `Restored after it was deleted, for ${local}.`],
] as const)('the change %s %j has its words', (kind, detail, words) => {
  expect(texts([{ at: at(0), kind, detail }])).toEqual([words]);
});

test.each<[string, Partial<AttemptRecord>]>([
  ['Posted: found on the timeline.', { calledAt: null }],
  ['Posted: found on the timeline.', { unknownReason: 'timeout', unknownSince: at(2) }],
  ['Failed: X said no.', { outcome: 'failed', errorMessage: 'X said no.' }],
  ['Failed: no reason was recorded.', { outcome: 'failed' }],
  ['It will be tried again. X was away.', { outcome: 'retry', errorMessage: 'X was away.' }],
  ['Drumbeat couldn’t reach X, so nothing was sent. It will be tried again soon.', { outcome: 'not_sent' }],
  [
    'Not on the timeline: the worker stopped before X received the post. It will be tried again at once.',
    { outcome: 'absent' },
  ],
])('the end of an attempt: %s', (words, end) => {
  expect(texts([], [{ ...attempt, ...end }]).at(-1)).toBe(words);
});

describe('the deletion of a post', () => {
  const deleted = {
    userId: 5,
    content: 'Good morning',
    scheduledAt: at(0),
    status: 'failed',
    deletedAt: at(9),
    deletedBy: 5,
    way: 'one',
  } as const;

  test('keeps what the post was, and who deleted it', () => {
    expect(deletionOf(deleted)).toEqual({
      at: at(9).toISOString(),
      kind: 'deleted',
      text: 'Deleted by its owner, by itself.',
      data: {
        by: 5,
        way: 'one',
        content: 'Good morning',
        scheduledTime: at(0).toISOString(),
        status: 'Failed',
      },
    });
    // The account of staff may be gone since.
    for (const deletedBy of [6, null])
      expect(deletionOf({ ...deleted, deletedBy }).text).toBe('Deleted by our staff, by itself.');
  });
});
