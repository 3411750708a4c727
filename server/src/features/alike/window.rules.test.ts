import { DAY_MS } from '@drumbeat/contract/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts, lookAgainAt } from './similarity.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
const posted = (days: number) => ({ status: 'posted', scheduledAt: ago(days + 1), postedAt: ago(days) });

test('a post counts for 90 days after it went out, whenever it was planned for', () => {
  expect(counts(posted(90), now)).toBe(true);
  expect(counts(posted(90.001), now)).toBe(false);
});

test('what waits counts however late it is; what failed, by the time that it was planned for', () => {
  for (const status of ['pending', 'processing'])
    expect(counts({ status, scheduledAt: ago(200), postedAt: null }, now)).toBe(true);
  expect(counts({ status: 'failed', scheduledAt: ago(90), postedAt: null }, now)).toBe(true);
  expect(counts({ status: 'failed', scheduledAt: ago(90.001), postedAt: null }, now)).toBe(false);
  expect(counts({ status: 'failed', scheduledAt: ago(-30), postedAt: null }, now)).toBe(true);
});

test('the clean-up looks again later than now, and never before a post that is out stops counting', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), fc.boolean(), (days, isOut) => {
      const post = { status: 'posted', scheduledAt: ago(days), postedAt: isOut ? ago(days - 1) : null };
      const at = lookAgainAt(post.postedAt ?? post.scheduledAt, now);
      expect(at.getTime()).toBeGreaterThan(now.getTime());
      expect(counts(post, new Date(at.getTime() + 1))).toBe(false);
    }),
  );
});
