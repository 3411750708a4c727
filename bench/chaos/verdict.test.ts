import { describe, expect, it } from 'vitest';
import type { Tweet } from '../support/sandbox.ts';
import type { PostRecord } from './records.ts';
import { newPromise, type Person, promiseDeletion, promiseEdit } from './truth.ts';
import { type Evidence, judge } from './verdict.ts';

const AT = Date.parse('2026-11-21T09:00:00Z');
const TEXT = 'Post 7 version 0: a river';
const person: Person = { userId: 1, accountId: 2, username: 'chaos_0', session: '' };

/** One post that went as it should: posted a second after its time. */
function smooth() {
  const post = newPromise({ number: 7, id: 70, person, at: AT, text: TEXT });
  const tweet: Tweet = {
    id: '900',
    username: 'chaos_0',
    text: TEXT,
    createdAt: new Date(AT + 1_000).toISOString(),
  };
  const record: PostRecord = {
    id: 70,
    account_id: 2,
    content: TEXT,
    status: 'posted',
    tweet_id: '900',
    error_code: null,
    hold_reason: null,
    scheduled_at: new Date(AT),
    due_at: new Date(AT),
    held: false,
  };
  const evidence: Evidence = {
    promised: new Map([[7, post]]),
    tweets: [tweet],
    records: {
      posts: new Map([[70, record]]),
      attempts: [],
      accounts: new Map([[2, { id: 2, username: 'chaos_0', needs_reconnect: false }]]),
    },
    pauses: [],
    played: [],
    now: AT + 60_000,
  };
  return { post, tweet, record, evidence };
}

/** The counts that must be zero, after a smooth run was changed. */
function counts(change: (run: ReturnType<typeof smooth>) => Partial<Evidence> | undefined) {
  const run = smooth();
  const changed = change(run);
  const { duplicates, lost, wrongly_failed, contradictions } = judge({ ...run.evidence, ...changed });
  return { duplicates, lost, wrongly_failed, contradictions };
}
const zeros = { duplicates: 0, lost: 0, wrongly_failed: 0, contradictions: 0 };

describe('the judge', () => {
  it('finds nothing in a run in which all went well', () => {
    expect(counts(() => undefined)).toEqual(zeros);
  });

  it('sees a post that stands there twice', () => {
    expect(counts(({ tweet }) => ({ tweets: [tweet, { ...tweet, id: '901' }] }))).toMatchObject({
      duplicates: 1,
    });
  });

  it('sees a post that is lost: recorded as posted, vanished, stuck, or held by nothing', () => {
    const lost = { ...zeros, lost: 1 };
    expect(counts(() => ({ tweets: [] }))).toEqual(lost);
    expect(
      counts(({ evidence }) => ({ tweets: [], records: { ...evidence.records, posts: new Map() } })),
    ).toEqual(lost);
    for (const hold_reason of [null, 'rate_limited']) {
      const stuck = counts(({ record }) => {
        Object.assign(record, { status: 'pending', tweet_id: null, hold_reason });
        return { tweets: [] };
      });
      expect(stuck).toEqual(lost);
    }
  });

  it('sees a record that does not know that the post is out', () => {
    const pending = ({ record }: ReturnType<typeof smooth>) => {
      Object.assign(record, { status: 'pending', tweet_id: null, due_at: new Date(AT + 3_600_000) });
      return undefined;
    };
    expect(counts(pending)).toEqual({ ...zeros, lost: 1 });
  });

  it('accepts a failure only where X truly refused', () => {
    const failed = (error_code: string, evidence: Partial<Evidence> = {}) =>
      counts(({ record }) => {
        Object.assign(record, { status: 'failed', tweet_id: null, error_code });
        return { tweets: [], ...evidence };
      });
    const duplicate = { kind: 'duplicate', endpoint: 'tweets', username: 'chaos_0', text: TEXT };
    expect(failed('DUPLICATE_TWEET')).toEqual({ ...zeros, wrongly_failed: 1 });
    expect(failed('DUPLICATE_TWEET', { played: [duplicate] })).toEqual(zeros);
    expect(failed('DUPLICATE_TWEET', { played: [duplicate], tweets: smooth().evidence.tweets })).toEqual({
      ...zeros,
      wrongly_failed: 1,
    });
    for (const code of ['AUTH_EXPIRED', 'X_CREDITS', 'X_UNAVAILABLE', 'X_REFUSED'])
      expect(failed(code), code).toEqual({ ...zeros, wrongly_failed: 1 });
  });

  it('holds what went out to the last answer of the API', () => {
    const broken = { ...zeros, contradictions: 1 };
    expect(counts(({ post }) => void promiseEdit(post, { at: AT + 5_000 }, 'accepted'))).toEqual(broken);
    expect(counts(({ post }) => void promiseEdit(post, { text: 'Other' }, 'accepted'))).toMatchObject({
      contradictions: 2,
    });
    expect(counts(({ post }) => void promiseDeletion(post, 'accepted'))).toMatchObject({ contradictions: 2 });
    for (const answer of ['refused', 'none'] as const) {
      expect(counts(({ post }) => void promiseEdit(post, { text: 'Other' }, answer))).toEqual(zeros);
      expect(counts(({ post }) => void promiseDeletion(post, answer))).toEqual(zeros);
    }
  });

  it('sees a post that was overtaken, unless a person gave it another place', () => {
    const overtaken = (reordered: boolean) => {
      const run = smooth();
      const later = { ...run.record, id: 71, tweet_id: '899', scheduled_at: new Date(AT + 500) };
      const text = 'Post 8 version 0: a river';
      const next = newPromise({ number: 8, id: 71, person, at: AT + 500, text });
      const first = { ...run.tweet, id: '899', text };
      return judge({
        ...run.evidence,
        promised: new Map([
          [7, { ...run.post, reordered }],
          [8, next],
        ]),
        tweets: [first, run.tweet],
        records: {
          ...run.evidence.records,
          posts: new Map([
            [70, run.record],
            [71, { ...later, content: text }],
          ]),
        },
      });
    };
    expect(overtaken(false)).toMatchObject({ ...zeros, out_of_order: 1 });
    expect(overtaken(true)).toMatchObject({ ...zeros, out_of_order: 0 });
  });

  it('sees a claim while the account was paused', () => {
    const claim = { id: 1, post_id: 70, account_id: 2, started_at: new Date(AT), settled_at: new Date(AT) };
    const attempt = { ...claim, outcome: 'posted', error_code: null, unknown_reason: null };
    const paused = (from: number, to: number) =>
      counts(({ evidence }) => ({
        pauses: [{ accountId: 2, from, to }],
        records: { ...evidence.records, attempts: [attempt] },
      }));
    expect(paused(AT - 10, AT + 10)).toEqual({ ...zeros, contradictions: 1 });
    expect(paused(AT + 1, AT + 10)).toEqual(zeros);
  });
});
