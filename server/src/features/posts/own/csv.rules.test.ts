import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wallClock } from '../../post/post.rules.ts';
import { csvOf, type ExportRow, readCsv, timeOf } from './csv.rules.ts';

const row = (given: Partial<ExportRow> = {}): ExportRow => ({
  id: '1',
  account: 'ada',
  scheduledTime: '2026-11-21T08:00:00.000Z',
  status: 'Pending',
  content: 'Hello',
  tweetUrl: null,
  error: null,
  ...given,
});
const read = (csv: string) =>
  readCsv(csv).rows?.map(({ row: number, time, content }) => [number, time, content]);

describe('reading a CSV of posts', () => {
  test('commas, semicolons and tabs separate, lines end in any way, and a mark at the beginning is no matter', () => {
    const wanted = [
      [2, '2026-11-21 09:00', 'One, two; three'],
      [3, '2026-11-22 09:00', 'Four'],
    ];
    for (const [separator, end] of [
      [',', '\n'],
      [';', '\r\n'],
      ['\t', '\r'],
    ] as const) {
      const lines = [
        ['time', 'content'],
        ['2026-11-21 09:00', '"One, two; three"'],
        ['2026-11-22 09:00', 'Four'],
      ].map((cells) => cells.join(separator));
      expect(read(lines.join(end)), JSON.stringify(separator)).toEqual(wanted);
      expect(read(`\uFEFF${lines.join(end)}${end}`)).toEqual(wanted);
      expect(read(`sep=${separator}\r\n${lines.join(end)}`)).toEqual(wanted);
    }
  });

  test.each([
    [
      'a heading without end',
      `time,content${','.repeat(1_000_000)}`,
      'The first row of this file is too long.',
    ],
    ['a row of separators', `time,content\n${','.repeat(1_000_000)}`, 'This file has too many columns.'],
    ['a cell without end', `time,content\n1,${'x.co '.repeat(200_000)}`, 'A row of this file is too long.'],
  ])('%s is refused before it is read', (_, csv, fault) => {
    expect(readCsv(csv)).toEqual({ fault });
  });

  test('no text makes it throw', () => {
    const piece = fc.constantFrom(
      ...['time', 'content', ',', ';', '\t', '"', '\n', '\r\n', "'", '=', '\uFEFF', 'x'],
    );
    const pieces = fc.array(piece).map((each) => each.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), pieces), (csv) => {
        const { rows, fault } = readCsv(csv);
        expect(rows === undefined).toBe(typeof fault === 'string');
      }),
    );
  });
});

describe('the time of a row', () => {
  const paris = (time: string, utc = '') => timeOf({ time, utc }, 'Europe/Paris');

  test('is a wall clock of the person, with or without seconds', () => {
    for (const time of ['2026-11-21 09:00', '2026-11-21T09:00', '2026-11-21 9:00', '2026-11-21 09:00:00'])
      expect(paris(time), time).toEqual({
        at: new Date('2026-11-21T08:00:00Z'),
        local: '2026-11-21T09:00:00',
      });
    const message = 'Write the time like 2026-11-21 09:00.';
    for (const time of ['', 'tomorrow', '21/11/2026 09:00', '2026-11-31 09:00', '2026-11-21T09:00Z'])
      expect(paris(time), time).toEqual({ code: 'VALIDATION_FAILED', message });
    // No other column makes a time of one that no clock shows.
    expect(paris('2027-03-28 02:30', '2027-03-28T01:30:00.000Z')).toMatchObject({ code: 'TIME_SKIPPED' });
  });
});

describe('an export', () => {
  test('has a heading, quotes and CRLF; what a spreadsheet would run is a text', () => {
    const text = csvOf(
      [
        row({ content: '=HYPERLINK("http://evil.example")', account: '@ada' }),
        row({ scheduledTime: '2026-11-21T08:00:07.500Z', error: '-1', tweetUrl: 'https://x.example/1' }),
      ],
      'Europe/Paris',
    );
    expect(text).toBe(
      [
        '\uFEFF"id","account","time","time_utc","status","content","tweet_url","error"',
        `"1","'@ada","2026-11-21 09:00","2026-11-21T08:00:00.000Z","Pending","'=HYPERLINK(""http://evil.example"")","",""`,
        `"1","ada","2026-11-21 09:00:07","2026-11-21T08:00:07.500Z","Pending","Hello","https://x.example/1","'-1"`,
        '',
      ].join('\r\n'),
    );
  });

  const zones = ['UTC', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'];
  const special = [
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    '""',
    ',',
    ';',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '＝',
    '🔥',
    'sep=,',
  ];
  const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...special));
  const content = fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join('').trim())
    .filter((text) => text !== '');
  const time = fc.date({ min: new Date('2025-01-01'), max: new Date('2029-01-01'), noInvalidDate: true });
  const exported = fc.array(fc.record({ content, scheduledTime: time.map((date) => date.toISOString()) }), {
    minLength: 1,
    maxLength: 20,
  });

  test('read again has every text and every instant as it was, also in an hour that comes twice', () => {
    fc.assert(
      fc.property(exported, fc.constantFrom(...zones), (posts, zone) => {
        const { rows } = readCsv(csvOf(posts.map(row), zone));
        expect(rows?.map((each) => each.content)).toEqual(posts.map((post) => post.content));
        const plans = rows?.map((each) => timeOf(each, zone));
        expect(plans).toEqual(
          posts.map(({ scheduledTime }) => ({
            at: new Date(scheduledTime),
            local: wallClock(new Date(scheduledTime), zone),
          })),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('no cell begins as a formula does', () => {
    fc.assert(
      fc.property(exported, (posts) => {
        const text = csvOf(
          posts.map((post) => row({ ...post, account: post.content, error: post.content })),
          'UTC',
        );
        const cells = (parse(text, { bom: true }) as string[][]).flat();
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      }),
    );
  });
});
