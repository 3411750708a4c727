import { beforeEach, expect, test, vi } from 'vitest';
import { archiveProblems } from './archive.rules.ts';
import { readArchiveFile } from './read-archive-file.ts';

/** A worker that answers when the test says so. */
class SilentWorker extends EventTarget {
  static last: SilentWorker;
  isEnded = false;
  readonly given: unknown[] = [];
  constructor() {
    super();
    SilentWorker.last = this;
  }
  postMessage(given: unknown): void {
    this.given.push(given);
  }
  terminate(): void {
    this.isEnded = true;
  }
}
const file = new File(['window.YTD.tweets.part0 = []'], 'tweets.js');
const { signal } = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
});
test('VOICE-04 reading that takes longer than a minute is called too slow, and ends', async () => {
  let found: unknown;
  void readArchiveFile(file, signal).then((posts) => {
    found = posts;
  });
  await vi.advanceTimersByTimeAsync(59_999);
  expect(found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(found).toEqual({ problem: archiveProblems.slow });
  expect(SilentWorker.last.isEnded).toBe(true);
});

test('VOICE-04 what the worker finds is the answer; where it fails, or another file is chosen, reading ends', async () => {
  const read = readArchiveFile(file, signal);
  expect(SilentWorker.last.given).toEqual([file]);
  SilentWorker.last.dispatchEvent(new MessageEvent('message', { data: { posts: [], leftOut: 2 } }));
  expect(await read).toEqual({ posts: [], leftOut: 2 });
  expect(vi.getTimerCount()).toBe(0);
  const failed = readArchiveFile(file, signal);
  SilentWorker.last.dispatchEvent(new Event('error'));
  expect(await failed).toEqual({ problem: archiveProblems.unread });
  const another = new AbortController();
  const left = readArchiveFile(file, another.signal);
  another.abort();
  expect(await left).toEqual({ problem: archiveProblems.unread });
  expect(SilentWorker.last.isEnded).toBe(true);
});

test('VOICE-04 a file of sixty megabytes is read, a larger one is not even begun', async () => {
  const sized = (size: number) => Object.defineProperty(new File([''], 'tweets.js'), 'size', { value: size });
  const before = SilentWorker.last;
  expect(await readArchiveFile(sized(62_914_561), signal)).toEqual({ problem: archiveProblems.large });
  expect(SilentWorker.last).toBe(before);
  const whole = sized(62_914_560);
  void readArchiveFile(whole, signal);
  expect(SilentWorker.last.given).toEqual([whole]);
});
