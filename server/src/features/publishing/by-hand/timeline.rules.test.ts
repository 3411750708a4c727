import { describe, expect, test } from 'vitest';
import { type AttemptRecord, deletionOf, type HistoryRecord, timelineOf } from './timeline.rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second));
const iso = (second: number) => at(second).toISOString();
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
  timelineOf(history, attempts).map((event) => event.text);
/** The last line of an attempt. */
const settled = (change: Partial<AttemptRecord>) => texts([], [{ ...attempt, ...change }]).at(-1);

test('an attempt that X took is picked up, sent and posted', () => {
  expect(timelineOf([], [attempt])).toEqual([
    { at: iso(1), kind: 'claimed', text: 'Picked up by a worker.', data: {} },
    { at: iso(2), kind: 'called', text: 'Sent to X.', data: {} },
    { at: iso(3), kind: 'settled', text: 'Posted.', data: { outcome: 'posted', tweetId: '77' } },
  ]);
});

test('an attempt that runs has only what has happened', () => {
  const running = { ...attempt, calledAt: null, settledAt: null, outcome: null, tweetId: null };
  expect(texts([], [running])).toEqual(['Picked up by a worker.']);
});

test('what was done to the post and what its attempts did stand in one order', () => {
  const history: HistoryRecord[] = [
    { at: at(5), kind: 'retried', detail: {} },
    { at: at(0), kind: 'planned', detail: { local: '2026-11-21T09:00:00' } },
  ];
  expect(texts(history, [{ ...attempt, startedAt: at(6), calledAt: at(7), settledAt: at(8) }])).toEqual([
    'Planned for 2026-11-21T09:00:00.',
    'Retried by hand.',
    'Picked up by a worker.',
    'Sent to X.',
    'Posted.',
  ]);
});

test('what its owner did to a single post has words of its own', () => {
  const record = (
    kind: 'copied' | 'edited' | 'paused' | 'resumed' | 'restored',
    detail = {},
  ): HistoryRecord => ({
    at: at(0),
    kind,
    detail,
  });
  expect(
    texts([
      record('copied', { local: '2026-11-22T10:00:00' }),
      record('paused'),
      record('paused', { because: 'restored' }),
      record('resumed'),
      record('restored'),
      record('restored', { local: '2026-11-23T10:00:00' }),
      record('edited', { now: true, to: 'x', local: 'y' }),
    ]),
  ).toEqual([
    'Copied from another post, and planned for 2026-11-22T10:00:00.',
    'Paused by hand.',
    'Paused, because our database was restored from a backup and a post with the same words is on X.',
    'Resumed by hand.',
    'Restored after it was deleted.',
    'Restored after it was deleted, for 2026-11-23T10:00:00.',
    'Sent to publish at once, by hand.',
  ]);
});

test('a record keeps its details beside its words', () => {
  const detail = { local: '2026-11-21T09:00:00' };
  expect(timelineOf([{ at: at(0), kind: 'planned', detail }], [])).toEqual([
    { at: iso(0), kind: 'planned', text: 'Planned for 2026-11-21T09:00:00.', data: detail },
  ]);
});

test('an edit names the text, the time, or both', () => {
  const edit = (detail: Record<string, unknown>) => texts([{ at: at(0), kind: 'edited', detail }])[0];
  expect(edit({ text: true })).toBe('Edited: the text.');
  expect(edit({ to: 'x', local: '2026-11-22T10:00:00' })).toBe('Edited: the time, to 2026-11-22T10:00:00.');
  expect(edit({ text: true, to: 'x', local: '2026-11-22T10:00:00' })).toBe(
    'Edited: the text and the time, to 2026-11-22T10:00:00.',
  );
});

test('a move says where to and why', () => {
  expect(texts([{ at: at(0), kind: 'moved', detail: { local: '2026-11-22T10:00:00' } }])).toEqual([
    'Moved to 2026-11-22T10:00:00, the next free time, because its own time had passed.',
  ]);
});

test.each([
  ['paused', 'posts of this account were paused'],
  ['paused_all', 'all posts were paused'],
  ['disconnected', 'the X account was not connected'],
  ['subscription', 'no subscription was running'],
  ['rate_limited', 'X asked us to wait'],
  ['unanswered', 'X did not answer several times in a row'],
  ['restored', 'our database was restored from a backup, and we had to check what was already on X'],
] as const)('the hold %s is explained when it begins and when it ends', (reason, words) => {
  const detail = { reason, until: null };
  expect(texts([{ at: at(0), kind: 'held', detail }])).toEqual([`On hold because ${words}.`]);
  expect(texts([{ at: at(0), kind: 'released', detail }])).toEqual([
    `No longer on hold. It was held because ${words}.`,
  ]);
});

test.each([
  ['timeout', 'X did not answer in time'],
  ['connection_reset', 'the connection to X was lost'],
  ['server_error', 'X had an error of its own'],
  ['unreadable_answer', 'X’s answer could not be read'],
  ['restored', 'our record of it was lost'],
  ['duplicate', 'X called it a duplicate of what may be our own earlier try'],
  [null, 'X’s answer is not known'],
] as const)('an outcome that is not known (%s) says why', (unknownReason, words) => {
  const lost = { ...attempt, unknownReason, unknownSince: at(3), settledAt: null };
  expect(timelineOf([], [lost]).at(-1)).toEqual({
    at: iso(3),
    kind: 'unknown',
    text: `Outcome unknown: ${words}. We check the timeline on X.`,
    data: { reason: unknownReason },
  });
});

describe('the end of an attempt', () => {
  test('says where a post was found that nobody had confirmed', () => {
    expect(settled({ calledAt: null })).toBe('Posted: found on the timeline.');
    expect(settled({ unknownReason: 'timeout', unknownSince: at(2) })).toBe('Posted: found on the timeline.');
  });

  test('says why it failed, with the code', () => {
    const failed = { outcome: 'failed', tweetId: null, errorCode: 'X_REFUSED' } as const;
    expect(timelineOf([], [{ ...attempt, ...failed, errorMessage: 'X said no.' }]).at(-1)).toEqual({
      at: iso(3),
      kind: 'settled',
      text: 'Failed: X said no.',
      data: { outcome: 'failed', code: 'X_REFUSED' },
    });
    expect(settled(failed)).toBe('Failed: no reason was recorded.');
  });

  test('says that there will be another try', () => {
    expect(settled({ outcome: 'retry', errorMessage: 'X was away.' })).toBe(
      'It will be tried again. X was away.',
    );
    expect(settled({ outcome: 'retry' })).toBe('It will be tried again.');
    expect(settled({ outcome: 'not_sent' })).toBe(
      'Drumbeat couldn’t reach X, so nothing was sent. It will be tried again soon.',
    );
    expect(settled({ outcome: 'absent' })).toBe(
      'Not on the timeline: the worker stopped before X received the post. It will be tried again at once.',
    );
    expect(settled({ outcome: 'released' })).toBe(
      'It could not be sent just then, so it went back in the queue.',
    );
  });
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

  test('keeps what the post was', () => {
    expect(deletionOf(deleted)).toEqual({
      at: iso(9),
      kind: 'deleted',
      text: 'Deleted by its owner, by itself.',
      data: { by: 5, way: 'one', content: 'Good morning', scheduledTime: iso(0), status: 'Failed' },
    });
  });

  test('says who did it: the owner, or staff, whose account may be gone since', () => {
    expect(deletionOf({ ...deleted, deletedBy: 6 }).text).toBe('Deleted by our staff, by itself.');
    expect(deletionOf({ ...deleted, deletedBy: null }).text).toBe('Deleted by our staff, by itself.');
  });

  test.each([
    ['one', 'by itself'],
    ['several', 'with others that were chosen'],
    ['pending_failed', 'with all pending and failed posts of its account'],
    ['replaced', 'because a new calendar took its place'],
    ['account_removed', 'because its X account was removed'],
  ] as const)('of the way %s is explained', (way, words) => {
    expect(deletionOf({ ...deleted, way }).text).toBe(`Deleted by its owner, ${words}.`);
  });
});
