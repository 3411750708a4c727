import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FeedPost, feedOf } from './feed.rules.ts';

const created = new Date('2026-11-20T09:00:00Z');
const post = (given: Partial<FeedPost> = {}): FeedPost => ({
  id: 7,
  username: 'ada',
  content: 'Small steps win.',
  scheduledAt: new Date('2026-11-21T09:00:00Z'),
  status: 'pending',
  isPaused: false,
  tweetUrl: null,
  createdAt: created,
  updatedAt: created,
  ...given,
});
const link = 'https://drumbeat.example/dashboard';
/** The lines of a calendar, those put together again that were folded. */
const linesOf = (...posts: FeedPost[]) => feedOf(posts, link).replaceAll('\r\n ', '').split('\r\n');

test('an entry has the post’s time, words and address, and blocks no time', () => {
  expect(linesOf(post()).slice(7)).toEqual([
    'BEGIN:VEVENT',
    'UID:post-7@drumbeat.example',
    'SEQUENCE:0',
    'DTSTAMP:20261120T090000Z',
    'DTSTART:20261121T090000Z',
    'DTEND:20261121T091500Z',
    'SUMMARY:@ada: Small steps win.',
    'TRANSP:TRANSPARENT',
    'DESCRIPTION:Small steps win.',
    `URL;VALUE=URI:${link}`,
    'STATUS:TENTATIVE',
    'CREATED:20261120T090000Z',
    'LAST-MODIFIED:20261120T090000Z',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('a change keeps the UID and raises the SEQUENCE; what is out is certain and leads to X', () => {
  const updatedAt = new Date('2026-11-20T09:01:05Z');
  const changed = linesOf(post({ updatedAt, status: 'posted', tweetUrl: 'https://x.example/1' }));
  const wanted = [
    'UID:post-7@drumbeat.example',
    'SEQUENCE:65',
    'LAST-MODIFIED:20261120T090105Z',
    'STATUS:CONFIRMED',
    'URL;VALUE=URI:https://x.example/1',
  ];
  expect(changed).toEqual(expect.arrayContaining(wanted));
  expect(linesOf(post({ isPaused: true }))).toContain('SUMMARY:@ada: Small steps win. (paused)');
});

test('whatever the text is, it stays inside its entry', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\n', '\r\n', '\r', ';', ',', '\\', 'END:VEVENT', 'BEGIN:VALARM', '\u2028'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const lines = linesOf(post({ content: pieces.join('') }), post({ id: 8 }));
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
      expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(2);
      expect(lines.filter((line) => /^(BEGIN|END):VALARM/.test(line))).toEqual([]);
    }),
  );
});
