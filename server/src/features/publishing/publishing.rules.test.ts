import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XError } from '../../providers/x/x.ts';
import {
  backoffMs,
  certainAfter,
  decide,
  lookAgainAfter,
  MAX_RETRIES,
  misfireBefore,
  PROBE_SECONDS,
  pauseForToken,
  retryOrFail,
  spacing,
  tryAgainAt,
  unknownReasons,
} from './publishing.rules.ts';

const facts = { hadUnknownOutcome: false };
const at = (iso: string) => new Date(iso);

describe('what an outcome of X means', () => {
  test('an answer with an id posts; one without an answer is reconciled, never repeated', () => {
    expect(decide({ kind: 'posted', tweetId: '7' }, facts)).toEqual({ do: 'post', tweetId: '7' });
    for (const reason of ['timeout', 'connection_reset', 'server_error', 'unreadable_answer'] as const) {
      expect(decide({ kind: 'unknown', reason }, facts)).toEqual({ do: 'reconcile', reason });
    }
  });

  test('a duplicate fails, unless an earlier try of ours may be what it repeats', () => {
    expect(decide({ kind: 'duplicate' }, facts)).toMatchObject({ do: 'fail', code: 'DUPLICATE_TWEET' });
    expect(decide({ kind: 'duplicate' }, { hadUnknownOutcome: true })).toEqual({
      do: 'reconcile',
      reason: 'duplicate',
    });
  });

  test('a refusal fails with the reason of X; one for credits stops everybody’s posts, for it is not the person’s fault', () => {
    expect(decide({ kind: 'refused', status: 403, reason: 'You may not do that.' }, facts)).toEqual({
      do: 'fail',
      code: 'X_REFUSED',
      message: 'X refused this post: You may not do that. Change it and retry.',
    });
    expect(decide({ kind: 'refused', status: 402, reason: 'credits depleted' }, facts)).toEqual({
      do: 'stop',
      reason: 'credits depleted',
    });
  });

  test('PUB-15 what never reached X is no try', () => {
    expect(decide({ kind: 'not_sent', reason: 'ECONNREFUSED' }, facts)).toEqual({ do: 'look_again' });
    expect(decide({ kind: 'not_begun' }, facts)).toEqual({ do: 'let_go' });
  });

  test('PUB-15 X’s own failures are tried again over about 30 minutes, then the post fails', () => {
    for (const [jitter, least, most] of [
      [0, 30, 33],
      [1, 23, 25],
    ] as const) {
      let seconds = 0;
      for (let retries = 0; retries < MAX_RETRIES; retries += 1) {
        const decision = retryOrFail(retries, jitter);
        expect(decision).toMatchObject({ do: 'retry', code: 'X_UNAVAILABLE' });
        seconds += decision.do === 'retry' ? decision.delayMs / 1000 : 0;
      }
      expect(seconds).toBeGreaterThan(least * 60);
      expect(seconds).toBeLessThan(most * 60);
      expect(retryOrFail(MAX_RETRIES, jitter)).toMatchObject({ do: 'fail', code: 'X_UNAVAILABLE' });
    }
  });

  test('who looks again does so after half of the lateness, 5 s to 3 min, until the hour is over', () => {
    const since = at('2026-11-21T09:00:00Z');
    const after = (seconds: number) => new Date(since.getTime() + seconds * 1000);
    const look = (seconds: number, jitter = 0) => lookAgainAfter(since, after(seconds), jitter);
    expect([0, 10, 60, 600].map((seconds) => look(seconds))).toEqual([5_000, 5_000, 30_000, 180_000]);
    expect(look(60, 1)).toBe(22_500);
    expect(look(3_599)).toBe(1_000);
    // Handed to the misfire rule at once: due since an hour or longer.
    expect([3_600, 4_000].map((seconds) => look(seconds))).toEqual([0, 0]);
  });

  test('where another process renews the token, the pause is over when its claim is, after a second at least', () => {
    const now = at('2026-11-21T09:00:00Z');
    const pause = (endsInMs: number) => pauseForToken(60_000, new Date(now.getTime() + endsInMs), now);
    expect([90_000, 60_001, 60_000, 9_000, 1_000, 999, -5_000].map(pause)).toEqual([
      60_000, 60_000, 60_000, 9_000, 1_000, 1_000, 1_000,
    ]);
    expect(pauseForToken(60_000, undefined, now)).toBe(60_000);
    expect(pauseForToken(500, new Date(now.getTime() + 9_000), now)).toBe(500);
  });

  test('while X takes posts from nobody the pauses grow to 15 minutes', () => {
    const now = at('2026-11-21T09:00:00Z');
    const minutes = (failures: number) => (tryAgainAt(failures, now).getTime() - now.getTime()) / 60_000;
    expect([1, 2, 3, 4, 5, 50].map(minutes)).toEqual([1, 2, 4, 8, 15, 15]);
  });

  test('pauses between tries grow, and jitter only ever shortens them, by a quarter at most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_RETRIES - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, jitter) => {
          const pause = backoffMs(count, jitter);
          expect(pause).toBeLessThanOrEqual(backoffMs(count, 0));
          expect(pause).toBeGreaterThanOrEqual(backoffMs(count, 0) * 0.75 - 1);
          expect(backoffMs(count + 1, jitter)).toBeGreaterThan(pause);
        },
      ),
    );
  });
});

test('absence is certain 7 seconds after a broken connection, and 15 after X failed or answered too late', () => {
  expect(unknownReasons.map((reason) => [reason, certainAfter(reason)])).toEqual([
    ['timeout', 15],
    ['connection_reset', 7],
    ['server_error', 15],
    ['unreadable_answer', 15],
    ['duplicate', 15],
    ['restored', 15],
  ]);
});

test('an error of X says of which kind it is', () => {
  expect(new XError('grant_dead', 'gone')).toMatchObject({
    name: 'XError',
    kind: 'grant_dead',
    message: 'gone',
  });
});

describe('a post that is late', () => {
  const now = at('2026-11-21T10:00:00Z');

  test('goes out for an hour', () => {
    expect(misfireBefore(now)).toEqual(at('2026-11-21T09:00:00Z'));
  });

  test('keeps a minute between itself and the next from five minutes of lateness on', () => {
    expect(spacing(at('2026-11-21T09:55:00Z'), now)).toBe(60_000);
    expect(spacing(at('2026-11-21T09:55:01Z'), now)).toBeUndefined();
    expect(spacing(now, now)).toBeUndefined();
  });
});

test('what X limits or no longer allows concerns the account, not the post', () => {
  const until = at('2026-11-21T09:15:00Z');
  expect(decide({ kind: 'rate_limited', until }, facts)).toEqual({ do: 'hold', until });
  expect(decide({ kind: 'unauthorized' }, facts)).toEqual({ do: 'reauthorize' });
});

test('each failure says what happened and what to do', () => {
  expect(decide({ kind: 'duplicate' }, facts)).toMatchObject({
    message: 'X refused this post because you posted the same text recently. Change a few words and retry.',
  });
  const message = "X didn't accept the post. It may be having trouble. Retry in a while.";
  expect(retryOrFail(6, 0)).toEqual({ do: 'fail', code: 'X_UNAVAILABLE', message });
  expect(retryOrFail(0, 0)).toEqual({ do: 'retry', delayMs: 10_000, code: 'X_UNAVAILABLE', message });
});

test('PUB-15 the tries follow ever later, or from three quarters of that on', () => {
  const delays = (jitter: number) => [0, 1, 2, 3, 4, 5].map((retries) => backoffMs(retries, jitter));
  expect(delays(0)).toEqual([10_000, 26_000, 67_600, 175_760, 456_976, 1_188_138]);
  expect(delays(1).slice(0, 3)).toEqual([7_500, 19_500, 50_700]);
});

test('looking again is never sooner than after 3.75 seconds nor later than after three minutes', () => {
  const due = at('2026-11-21T09:00:00Z');
  const pause = (late: number, jitter: number) => {
    const now = new Date(due.getTime() + late * 1000);
    return lookAgainAfter(due, now, jitter) / 1000;
  };
  expect([pause(0, 1), pause(10, 0), pause(11, 0), pause(359, 0), pause(360, 0), pause(3_000, 0)]).toEqual([
    3.75, 5, 5.5, 179.5, 180, 180,
  ]);
});

test('the one who tries whether X takes posts again has a minute', () => {
  expect(PROBE_SECONDS).toBe(60);
});

test('the reasons for an unknown outcome are those that the database knows', () => {
  expect([...unknownReasons].sort()).toEqual([
    'connection_reset',
    'duplicate',
    'restored',
    'server_error',
    'timeout',
    'unreadable_answer',
  ]);
});
