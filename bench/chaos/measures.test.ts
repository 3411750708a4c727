import { describe, expect, it } from 'vitest';
import type { Loss } from './fleet.ts';
import { lagsOf, lateness, recoverySeconds } from './measures.ts';
import type { AttemptRecord, Records } from './records.ts';
import { newPromise } from './truth.ts';

const AT = Date.parse('2026-11-21T09:00:00Z');
const seconds = (after: number) => new Date(AT + after * 1000);

function attempt(change: Partial<AttemptRecord>): AttemptRecord {
  const times = { started_at: seconds(0), settled_at: seconds(1), unknown_since: null, unknown_reason: null };
  return { post_id: 70, account_id: 2, ...times, outcome: 'posted', error_code: null, ...change };
}

function recordsOf(attempts: AttemptRecord[], needs_reconnect = false): Records {
  const accounts = new Map([[2, { id: 2, username: 'chaos_0', needs_reconnect }]]);
  return { posts: new Map(), attempts, accounts };
}

const recoveryOf = (records: Records, losses: Loss[]) => recoverySeconds(lagsOf(records, losses));

describe('recovery', () => {
  const loss = (cause: 'death' | 'frozen', at: number, isRenewing = false) => ({
    cause,
    at: AT + at * 1000,
    work: [{ postId: 70, startedAt: seconds(0), isRenewing }],
  });

  it('counts from the loss of the worker to the settlement, by cause', () => {
    const records = recordsOf([attempt({ settled_at: seconds(12) })]);
    expect(recoveryOf(records, [loss('death', 2)]).death).toEqual([10]);
    expect(recoveryOf(records, [loss('frozen', 5)]).frozen).toEqual([7]);
  });

  it('counts what X left unknown from the end of its call, or from the last loss if that came later', () => {
    const unknown = attempt({ unknown_since: seconds(4), settled_at: seconds(20) });
    const none = { death: [], frozen: [], renewing: [] };
    expect(recoveryOf(recordsOf([unknown]), [])).toEqual({ ...none, unknown: [16] });
    expect(recoveryOf(recordsOf([unknown]), [loss('death', 6)])).toEqual({ ...none, unknown: [14] });
    const before = recoveryOf(recordsOf([unknown]), [loss('death', 3)]);
    expect(before).toEqual({ ...none, death: [17], unknown: [16] });
  });

  it('sets apart what was lost amid a renewal of its token, whenever that was', () => {
    const records = recordsOf([attempt({ settled_at: seconds(100) })]);
    const recovery = recoveryOf(records, [loss('death', 2, true), loss('frozen', 5)]);
    expect(recovery).toEqual({ death: [], frozen: [], unknown: [], renewing: [95] });
  });

  it('leaves out what is open, what left no record, and accounts that X no longer lets us read', () => {
    const none = { death: [], frozen: [], unknown: [], renewing: [] };
    expect(recoveryOf(recordsOf([attempt({ settled_at: null })]), [loss('death', 0)])).toEqual(none);
    expect(recoveryOf(recordsOf([attempt({ post_id: 71 })]), [loss('death', 0)])).toEqual(none);
    expect(recoveryOf(recordsOf([attempt({})], true), [loss('frozen', 0)])).toEqual(none);
  });
});

it('lateness leaves out a backlog that was late from the start', () => {
  const person = { userId: 1, accountId: 2, username: 'chaos_0', session: '' };
  const posts = [-600, 5].map((after, number) => {
    const at = seconds(after);
    const common = {
      account_id: 2,
      content: '',
      status: 'posted' as const,
      error_code: null,
      hold_reason: null,
    };
    const record = {
      ...common,
      id: number,
      tweet_id: `t${number}`,
      scheduled_at: at,
      due_at: at,
      held: false,
    };
    const text = `Post ${number} version 0: a river`;
    return { record, promise: newPromise({ number, id: number, person, at: at.getTime(), text }), text };
  });
  const { all } = lateness({
    records: { ...recordsOf([]), posts: new Map(posts.map(({ record }) => [record.id, record])) },
    tweets: posts.map(({ record, text }) => ({
      id: record.tweet_id,
      username: 'chaos_0',
      text,
      createdAt: seconds(7).toISOString(),
    })),
    promised: new Map(posts.map(({ promise }) => [promise.number, promise])),
    outages: [],
    start: AT,
  });
  expect(all).toEqual([2_000]);
});
