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
  expect(linesOf(post())).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Drumbeat//Posts//EN',
    'NAME:Drumbeat',
    'X-WR-CALNAME:Drumbeat',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
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
  const changed = linesOf(
    post({ updatedAt: new Date('2026-11-20T09:01:05Z'), status: 'posted', tweetUrl: 'https://x.example/1' }),
  );
  expect(changed).toEqual(
    expect.arrayContaining([
      'UID:post-7@drumbeat.example',
      'SEQUENCE:65',
      'DTSTAMP:20261120T090105Z',
      'CREATED:20261120T090000Z',
      'LAST-MODIFIED:20261120T090105Z',
      'STATUS:CONFIRMED',
      'URL;VALUE=URI:https://x.example/1',
    ]),
  );
  expect(linesOf(post({ isPaused: true }))).toContain('SUMMARY:@ada: Small steps win. (paused)');
  expect(linesOf(post({ isPaused: true, status: 'posted' }))).toContain('SUMMARY:@ada: Small steps win.');
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

test('a long text is cut in the summary and whole in the description', () => {
  const content = 'word '.repeat(50).trim();
  const lines = linesOf(post({ content }));
  const summaryOf = (text: string) =>
    linesOf(post({ content: text })).find((line) => line.startsWith('SUMMARY:'));
  expect(summaryOf(content)).toBe(`SUMMARY:@ada: ${'word '.repeat(15)}word…`);
  expect(summaryOf('x'.repeat(80))).toBe(`SUMMARY:@ada: ${'x'.repeat(80)}`);
  expect(summaryOf('x'.repeat(81))).toBe(`SUMMARY:@ada: ${'x'.repeat(79)}…`);
  expect(summaryOf('One\n two')).toBe('SUMMARY:@ada: One two');
  expect(lines).toContain(`DESCRIPTION:${content}`);
});
