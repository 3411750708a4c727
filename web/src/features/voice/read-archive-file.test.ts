import { beforeEach, expect, test, vi } from 'vitest';
import { archiveProblems } from './archive.rules.ts';
import { readArchiveFile } from './read-archive-file.ts';
import { type SilentWorker, silenceWorkers } from './silent-worker.fixture.ts';

const file = new File(['window.YTD.tweets.part0 = []'], 'tweets.js');
const { signal } = new AbortController();

let begun: SilentWorker[];
beforeEach(() => {
  vi.useFakeTimers();
  begun = silenceWorkers();
});
const last = () => begun.at(-1) as SilentWorker;

test('VOICE-04 reading that takes longer than a minute is called too slow, and ends', async () => {
  let found: unknown;
  void readArchiveFile(file, signal).then((posts) => {
    found = posts;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toEqual({ problem: archiveProblems.slow });
  expect(last().isEnded).toBe(true);
});

test('VOICE-04 what the worker finds is the answer; where it fails, or another file is chosen, reading ends', async () => {
  const read = readArchiveFile(file, signal);
  expect(last().given).toEqual([file]);
  last().answer({ posts: [], leftOut: 2 });
  expect(await read).toEqual({ posts: [], leftOut: 2 });
  expect(vi.getTimerCount()).toBe(0);
  const failed = readArchiveFile(file, signal);
  last().dispatchEvent(new Event('error'));
  expect(await failed).toEqual({ problem: archiveProblems.unread });
  const another = new AbortController();
  const left = readArchiveFile(file, another.signal);
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
