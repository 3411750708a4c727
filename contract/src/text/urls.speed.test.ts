import { describe, expect, test } from 'vitest';
import { weightedLength } from './weighted-length.rules.ts';

// Beside the tests of the rules, because a fault put in for mutation testing runs slower than the rule itself.

/** Microseconds of CPU time that this thread has used: what other processes do meanwhile does not count. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Microseconds of CPU time for a text, from as many runs as the clock's coarse ticks need. */
function cost(text: string): number {
  const from = used();
  let runs = 0;
  let passed = 0;
  for (; passed < 30_000; passed = used() - from) {
    weightedLength(text);
    runs += 1;
  }
  return passed / runs;
}

describe('counting as X does, which finds links: a text eight times as long takes less than sixteen times as long', () => {
  test.each([
    ['labels of no host', '', 'a.', ''],
    ['a host of endless labels', 'http://', 'a.', 'co'],
    ['a path of punctuation', 'a.co/', '!', 'a'],
    ['links in brackets that open', '', 'a.co/(b', ''],
    ['other letters', '', '例', '.co'],
  ])('%s', (_, head, repeated, tail) => {
    const textOf = (length: number) => head + repeated.repeat(Math.ceil(length / repeated.length)) + tail;
    // A busy machine can spoil one comparison, not three; quadratic time fails them all, at about 64.
    const growth = () => cost(textOf(32_000)) / cost(textOf(4_000));
    expect([1, 2, 3].some(() => growth() < 16)).toBe(true);
  });
});
