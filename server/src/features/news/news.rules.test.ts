import { anyCharacter } from '@drumbeat/contract/text/any-character.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf, claimAt, itemOf, storiesToSummarize } from './news.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const DAY = 86_400_000;
const story = (title: string, publishedAt = ago(DAY), text = 'A survey of gardeners found a habit.') => ({
  title,
  text,
  publishedAt,
});

test('NEWS-10 news is at most 30 days old, of the current calendar year, and not of the future', () => {
  const isNews = (publishedAt: Date, at = now) =>
    storiesToSummarize([story('T', publishedAt)], at).length === 1;
  expect(isNews(ago(0))).toBe(true);
  expect(isNews(ago(30 * DAY))).toBe(true);
  expect(isNews(ago(30 * DAY + 1))).toBe(false);
  expect(isNews(ago(-1))).toBe(false);
  const january = new Date('2027-01-02T00:00:00Z');
  expect(isNews(new Date('2026-12-31T23:59:59Z'), january)).toBe(false);
  expect(isNews(new Date('2027-01-01T00:00:00Z'), january)).toBe(true);
});

test('NEWS-10 the newest stories are summarised, each title once, and nothing that is no news', () => {
  const stories = [
    story('A', ago(1)),
    story('a', ago(2)),
    story('Old', ago(31 * DAY)),
    ...[...'BCDEFGH'].map((name) => story(name)),
  ];
  expect(storiesToSummarize(stories, now)).toEqual([
    story('A', ago(1)),
    ...[...'BCDEF'].map((name) => story(name)),
  ]);
});

test('what a model says of a story is taken only where it is plain, short and leads nowhere', () => {
  const told = 'Gardeners share the one habit that they would keep.';
  expect(itemOf(story('T'), told)).toEqual({
    title: 'T',
    summary: told,
    publishedAt: ago(DAY).toISOString(),
  });
  const own = 'A survey of gardeners found a habit.';
  expect(itemOf(story('T'), 'Ten chars.').summary).toBe('Ten chars.');
  for (const bad of [
    'Nine char',
    'HTTP://x is here',
    undefined,
    'Win at https://evil.example now',
    'Go to evil.example/win and win',
  ])
    expect(itemOf(story('T'), bad).summary).toBe(own);
  expect(itemOf(story('T', now, 'Win at www.evil.example now'), undefined).summary).toBe('');
  expect(itemOf(story('T'), `<b>Bold</b>\u0007 claims \u202Eof gardeners`).summary).toBe(
    'Bold claims of gardeners',
  );
});

test('whatever a feed or a model says, an item is plain text within bounds', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 2_000 }),
      fc.string({ maxLength: 2_000 }),
      (told, text) => {
        const { summary } = itemOf(story('T', now, text), told);
        expect(summary.length).toBeLessThanOrEqual(280);
        expect(summary).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]|<[^<>]*>|https?:/u);
      },
    ),
  );
});

const item = { title: 'T', summary: 'S', publishedAt: ago(DAY).toISOString() };
const known = { items: [item], refreshedAt: ago(3_600_000), day: '2026-11-21', refreshes: 1 };

test('NEWS-02 an answer says whether the news is fresh, from where, and whether the day is used up', () => {
  const asked = { now, begun: false };
  expect(answerOf(known, asked)).toEqual({
    news: [item],
    fresh: true,
    fromCache: true,
    message: 'These are the latest stories.',
    dailyLimitReached: false,
  });
  const coming = {
    news: [item],
    fresh: false,
    fromCache: true,
    message: 'Fresh stories are on their way.',
    dailyLimitReached: false,
  };
  expect(answerOf(known, { now, begun: true })).toEqual(coming);
  expect(answerOf({ ...known, refreshedAt: ago(3 * 3_600_000) }, asked)).toEqual(coming);
  expect(answerOf({ ...known, refreshedAt: ago(3 * 3_600_000 - 1) }, asked).fresh).toBe(true);
  expect(answerOf(undefined, asked)).toEqual({ ...coming, news: [], fromCache: false });
  expect(answerOf({ ...known, refreshedAt: null }, asked)).toEqual({ ...coming, fromCache: false });
  const spent = { ...known, refreshedAt: ago(4 * 3_600_000), refreshes: 10 };
  const message = 'That was today’s last update. New stories come tomorrow.';
  expect(answerOf(spent, asked)).toEqual({ ...coming, message, dailyLimitReached: true });
  // Used up and still fresh: both are told.
  expect(answerOf({ ...known, refreshes: 10 }, asked)).toMatchObject({
    fresh: true,
    dailyLimitReached: true,
  });
});

test('NEWS-18 a refresh is due after three hours, by force after a minute; ten a day', () => {
  expect(claimAt(now, false)).toEqual({
    olderThan: ago(3 * 3_600_000),
    claimEnds: ago(120_000),
    most: 10,
    day: '2026-11-21',
  });
  expect(claimAt(now, true)).toEqual({ ...claimAt(now, false), olderThan: ago(60_000) });
});
