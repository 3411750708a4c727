import { anyCharacter } from '@drumbeat/contract/text/any-character.fixture.ts';
import { IMPORT_MAX } from '@drumbeat/contract/voice/voice.rules.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { archiveProblems, type OwnPost, type ReadPosts, readArchive, readPasted } from './archive.rules.ts';
import { readArchiveFile } from './read-archive-file.ts';
import { type SilentWorker, silenceWorkers } from './silent-worker.fixture.ts';

const CREATED = 'Sat Nov 21 09:00:00 +0000 2026';

const tweet = (full_text: string, more: object = {}) => ({
  tweet: { full_text, created_at: CREATED, ...more },
});

const words = (at: number) => `The dough took its time again, batch ${at}`;

const twelve = Array.from({ length: 12 }, (_, at) => tweet(words(at)));

const file = (entries: unknown) => `window.YTD.tweets.part0 = ${JSON.stringify(entries)}`;

function postsOf(read: ReadPosts): OwnPost[] {
  if ('problem' in read) throw new Error(read.problem);
  return read.posts;
}

describe('an archive', () => {
  test('gives texts and times, and nothing else of a post', () => {
    const read = readArchive(
      file(twelve.map(({ tweet: one }) => ({ tweet: { ...one, id: '1', source: 'X' } }))),
    );
    expect(read).toEqual({
      posts: twelve.map(({ tweet: one }) => ({ text: one.full_text, sentAt: '2026-11-21T09:00:00.000Z' })),
      leftOut: 0,
    });
  });

  test('of an older form, of a second part, and with a semicolon at its end is read, too', () => {
    const older = twelve.map(({ tweet: one }) => one);
    expect(postsOf(readArchive(`window.YTD.tweet.part0 = ${JSON.stringify(older)}`))).toHaveLength(12);
    const second = `\uFEFFwindow.YTD.tweets.part12 =${JSON.stringify(twelve)};\n`;
    expect(postsOf(readArchive(second))).toHaveLength(12);
  });

  test('leaves out reposts, replies and posts of links alone, and says how many', () => {
    const others = [
      tweet('RT @ada: The dough took its time'),
      tweet('@ada thanks', { in_reply_to_status_id: '9' }),
      tweet('And a thread of my own', { in_reply_to_status_id_str: '9' }),
      tweet('The dough of somebody else', { retweeted: true }),
      tweet('https://t.co/abc http://t.co/def'),
      tweet('🍞🍞'),
      tweet('x'.repeat(1_001)),
    ];
    const read = readArchive(file([...others, ...twelve]));
    expect(read).toMatchObject({ leftOut: 7 });
    expect(postsOf(read)).toHaveLength(12);
  });

  test('has three characters escaped, which are read once', () => {
    const [first] = postsOf(
      readArchive(file([...twelve.slice(1), tweet('I &lt;3 bread &amp;amp; butter -&gt; toast')])),
    ).slice(-1);
    expect(first?.text).toBe('I <3 bread &amp; butter -> toast');
  });

  test('with a program behind its posts is refused, and nothing of it runs', () => {
    const ran = globalThis as { hasRun?: boolean };
    const text = `${file(twelve)}; globalThis.hasRun = true`;
    expect(readArchive(text)).toEqual({ problem: archiveProblems.broken });
    expect(readArchive('globalThis.hasRun = true')).toEqual({ problem: archiveProblems.other });
    expect(ran.hasRun).toBeUndefined();
  });

  test.each([
    ['a packed archive', 'PK\u0003\u0004', archiveProblems.packed],
    ['another file', '{"tweets": []}', archiveProblems.other],
    ['an archive that was cut off', file(twelve).slice(0, -20), archiveProblems.broken],
    ['a program before posts', `run(); ${file(twelve)}`, archiveProblems.other],
    ['posts of another form', file([{ note: 'x' }]), archiveProblems.other],
    ['one post', file(twelve.slice(0, 1)), 'There is 1 post of your own here. A profile needs at least 10.'],
  ])('%s is refused in words', (_, text, problem) => {
    expect(readArchive(text)).toEqual({ problem });
  });

  test('of more than is read gives the newest', () => {
    const many = Array.from({ length: IMPORT_MAX + 5 }, (_, at) => tweet(words(at)));
    expect(readArchive(file(many))).toMatchObject({ leftOut: 5 });
    const long = Array.from({ length: 700 }, () => tweet('x'.repeat(1_000)));
    expect(postsOf(readArchive(file(long)))).toHaveLength(600);
  });

  test('whatever a file holds, the answer is posts that can be sent, or a problem in words', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), fc.string({ unit: anyCharacter }), (entries, text) => {
        const odd = { tweet: { full_text: text, created_at: text } };
        expectSendable(readArchive(text));
        expectSendable(readArchive(file([...entries, ...twelve, tweet(text), odd])));
      }),
    );
  });
});

function expectSendable(read: ReadPosts): void {
  if ('problem' in read) {
    expect(read.problem).not.toBe('');
    return;
  }
  for (const { text, sentAt } of read.posts) {
    expect([text.isWellFormed(), text === '', text.includes('\0')]).toEqual([true, false, false]);
    expect(sentAt && new Date(sentAt).toISOString()).toBe(sentAt);
  }
}

describe('pasted posts', () => {
  const ten = Array.from({ length: 10 }, (_, at) => words(at));

  test('are one on each line, or separated by a blank line', () => {
    expect(postsOf(readPasted(ten.join('\r\n'))).map(({ text }) => text)).toEqual(ten);
    expect(readPasted(`  ${ten.join('  \r  ')}\n`)).toEqual({
      posts: ten.map((text) => ({ text, sentAt: null })),
      leftOut: 0,
    });
    const two = ten.map((text) => `${text}\nand a second line`);
    for (const between of ['\n\n', '\n \t\n', '\r\n\r\n', '\n\n \n\n'])
      expect(readPasted(two.join(between))).toEqual({
        posts: two.map((text) => ({ text, sentAt: null })),
        leftOut: 0,
      });
  });

  test('too few or too long are refused in words', () => {
    expect(readPasted(ten.slice(1).join('\n'))).toEqual({
      problem: 'There are 9 posts of your own here. A profile needs at least 10.',
    });
    expect(readPasted(['x'.repeat(1_001), ...ten].join('\n'))).toEqual({
      problem: 'Post 1 is longer than 1,000 characters. Put a blank line between posts.',
    });
    expect(postsOf(readPasted([...ten, 'x'.repeat(1_000)].join('\n')))).toHaveLength(11);
    expect(readPasted([...ten, 'x'.repeat(1_001)].join('\n'))).toEqual({
      problem: 'Post 11 is longer than 1,000 characters. Put a blank line between posts.',
    });
  });
});

const small = new File(['window.YTD.tweets.part0 = []'], 'tweets.js');

const { signal } = new AbortController();

let begun: SilentWorker[];

beforeEach(() => {
  vi.useFakeTimers();
  begun = silenceWorkers();
});

const last = () => begun.at(-1) as SilentWorker;

test('VOICE-04 reading that takes longer than a minute is called too slow, and ends', async () => {
  let found: unknown;
  void readArchiveFile(small, signal).then((posts) => {
    found = posts;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toEqual({ problem: archiveProblems.slow });
  expect(last().isEnded).toBe(true);
});

test('VOICE-04 what the worker finds is the answer; where it fails, or another file is chosen, reading ends', async () => {
  const read = readArchiveFile(small, signal);
  expect(last().given).toEqual([small]);
  last().answer({ posts: [], leftOut: 2 });
  expect(await read).toEqual({ posts: [], leftOut: 2 });
  expect(vi.getTimerCount()).toBe(0);
  const failed = readArchiveFile(small, signal);
  last().dispatchEvent(new Event('error'));
  expect(await failed).toEqual({ problem: archiveProblems.unread });
  const another = new AbortController();
  const left = readArchiveFile(small, another.signal);
  another.abort();
  expect(await left).toEqual({ problem: archiveProblems.unread });
  expect(last().isEnded).toBe(true);
});

test('VOICE-04 a file of sixty megabytes is read, a larger one is not even begun', async () => {
  const sized = (size: number) => Object.defineProperty(new File([''], 'tweets.js'), 'size', { value: size });
  expect(await readArchiveFile(sized(62_914_561), signal)).toEqual({ problem: archiveProblems.large });
  expect(begun).toEqual([]);
  const whole = sized(62_914_560);
  void readArchiveFile(whole, signal);
  expect(last().given).toEqual([whole]);
});
