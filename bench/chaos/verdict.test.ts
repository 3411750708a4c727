import { describe, expect, it } from 'vitest';
import type { SeenCreate, Tweet } from '../support/sandbox.ts';
import { CLOCK_SLACK_MS, type PostRecord } from './records.ts';
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
    creates: [],
    ledgerFaults: [],
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
/** Creates of the post of a smooth run, or of the post with this number, in this order. */
function creates(...outcomes: (SeenCreate['outcome'] | [SeenCreate['outcome'], number])[]): SeenCreate[] {
  return outcomes.map((each) => {
    const [outcome, number] = Array.isArray(each) ? each : [each, 7];
    return { username: 'chaos_0', text: `Post ${number} version 0: a river`, at: 'then', outcome };
  });
}
const zeros = { duplicates: 0, lost: 0, wrongly_failed: 0, contradictions: 0 };

describe('the judge', () => {
  it('finds nothing in a run in which all went well', () => {
    expect(counts(() => undefined)).toEqual(zeros);
  });

  it('sees a post that is there twice', () => {
    expect(counts(({ tweet }) => ({ tweets: [tweet, { ...tweet, id: '901' }] }))).toMatchObject({
      duplicates: 1,
    });
  });

  it('sees a create that reached X after one of the same post was taken, whatever became of it', () => {
    const beyond = (...seen: Parameters<typeof creates>) =>
      judge({ ...smooth().evidence, creates: creates(...seen) });
    for (const again of ['taken', 'repeated', 'lost'] as const) {
      const verdict = beyond('taken', again);
      expect(verdict.creates_beyond_first, again).toBe(1);
      expect(verdict.violations).toEqual([expect.stringContaining('Post 7 version 0')]);
    }
    expect(beyond('taken', 'lost', 'taken').creates_beyond_first).toBe(2);
    // X took nothing of the first ones, or each is of another post.
    expect(beyond('lost', 'lost', 'taken').creates_beyond_first).toBe(0);
    expect(beyond('taken', ['taken', 8], ['lost', 9]).creates_beyond_first).toBe(0);
  });

  it('accepts an open try only where X no longer lets us read', () => {
    const open = (needs_reconnect: boolean) =>
      counts(({ record, evidence }) => {
        Object.assign(record, { status: 'processing', tweet_id: null });
        const accounts = new Map([[2, { id: 2, username: 'chaos_0', needs_reconnect }]]);
        return { tweets: [], records: { ...evidence.records, accounts } };
      });
    expect(open(false)).toEqual({ ...zeros, lost: 1 });
    expect(open(true)).toEqual(zeros);
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
    const claim = { post_id: 70, account_id: 2, started_at: new Date(AT), settled_at: new Date(AT) };
    const attempt = {
      ...claim,
      outcome: 'posted',
      error_code: null,
      unknown_reason: null,
      unknown_since: null,
    };
    const paused = (from: number, to: number) =>
      counts(({ evidence }) => ({
        pauses: [{ accountId: 2, from, to }],
        records: { ...evidence.records, attempts: [attempt] },
      }));
    const within = CLOCK_SLACK_MS + 10;
    expect(paused(AT - within, AT + within)).toEqual({ ...zeros, contradictions: 1 });
    expect(paused(AT + 1, AT + within)).toEqual(zeros);
  });
});
