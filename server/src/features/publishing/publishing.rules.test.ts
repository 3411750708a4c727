import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { XError } from '../../providers/x/x.ts';
import {
  absenceIsCertain,
  backoffMs,
  CERTAIN_AFTER_SECONDS,
  comparable,
  decide,
  findOnTimeline,
  LEASE_SECONDS,
  lookAgainAt,
  MAX_RETRIES,
  retryOrFail,
  searchFrom,
  tryAgainAt,
} from './publishing.rules.ts';

const facts = { hadUnknownOutcome: false };
const at = (iso: string) => new Date(iso);
const tweet = (tweetId: string, text: string) => ({ tweetId, text, createdAt: at('2026-11-21T09:00:00Z') });

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
    const look = (seconds: number, jitter = 0) =>
      (lookAgainAt(since, after(seconds), jitter).getTime() - since.getTime()) / 1000;
    expect([0, 10, 60, 600].map((seconds) => look(seconds))).toEqual([5, 15, 90, 780]);
    expect(look(60, 1)).toBe(60 + 22.5);
    expect(look(3_599)).toBe(3_600);
    // Handed to the misfire rule: due since exactly an hour.
    expect([3_600, 4_000].map((seconds) => look(seconds))).toEqual([0, 400]);
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

describe('looking for a post on the timeline', () => {
  test('finds the text as X writes it: escaped, links replaced, white space trimmed', () => {
    const timeline = [tweet('1', 'Other'), tweet('2', 'Salt &amp; pepper &lt;3 https://t.co/abc123')];
    expect(findOnTimeline('Salt & pepper <3 https://example.com/a?b=c ', timeline, new Set())?.tweetId).toBe(
      '2',
    );
  });

  test('passes over a post that already stands for another of ours', () => {
    const timeline = [tweet('1', 'Same words'), tweet('2', 'Same words')];
    expect(findOnTimeline('Same words', timeline, new Set(['1']))?.tweetId).toBe('2');
    expect(findOnTimeline('Same words', timeline, new Set(['1', '2']))).toBeUndefined();
  });

  test('any text is found again after the escaping of X', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        // A text that contains an escape itself equals its unescaped form: both count as the same post.
        fc.pre(!/&(amp|lt|gt);/.test(text));
        expect(comparable(escaped)).toBe(comparable(text));
      }),
      { examples: [['<\u0338']] },
    );
  });

  test('looks from a minute before the attempt began, for clocks differ', () => {
    expect(searchFrom(at('2026-11-21T09:00:00Z'))).toEqual(at('2026-11-21T08:59:00Z'));
  });
});

describe('absence', () => {
  const startedAt = at('2026-11-21T09:00:00Z');
  const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);

  test('after a crash it is certain once the lease has ended, for no call lives that long', () => {
    expect(absenceIsCertain({ startedAt, unknownSince: null }, after(LEASE_SECONDS - 1))).toBe(false);
    expect(absenceIsCertain({ startedAt, unknownSince: null }, after(LEASE_SECONDS))).toBe(true);
  });

  test('after a call without an answer it is certain some seconds after the call ended', () => {
    const unknownSince = after(10);
    expect(absenceIsCertain({ startedAt, unknownSince }, after(10))).toBe(false);
    expect(absenceIsCertain({ startedAt, unknownSince }, after(10 + CERTAIN_AFTER_SECONDS))).toBe(true);
  });
});

test('an error of X says of which kind it is', () => {
  expect(new XError('grant_dead', 'gone')).toMatchObject({
    name: 'XError',
    kind: 'grant_dead',
    message: 'gone',
  });
});
