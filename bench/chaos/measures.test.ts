import { describe, expect, it } from 'vitest';
import type { Loss } from './fleet.ts';
import { lagsOf, recoverySeconds } from './measures.ts';
import type { AttemptRecord, Records } from './records.ts';

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

  it('leaves out what is open, what left no record, and accounts that X no longer lets us read', () => {
    const none = { death: [], frozen: [], unknown: [], renewing: [] };
    expect(recoveryOf(recordsOf([attempt({ settled_at: null })]), [loss('death', 0)])).toEqual(none);
    expect(recoveryOf(recordsOf([attempt({ post_id: 71 })]), [loss('death', 0)])).toEqual(none);
    expect(recoveryOf(recordsOf([attempt({})], true), [loss('frozen', 0)])).toEqual(none);
  });
});
