import { describe, expect, test } from 'vitest';
import { findUrls } from './urls.rules.ts';

// Beside the tests of the rules, because a fault put in for mutation testing runs slower than the rule itself.

/** The least of five runs, in milliseconds. */
function cost(of: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const from = performance.now();
    findUrls(of);
    return performance.now() - from;
  });
  return Math.min(...runs);
}

describe('a text eight times as long takes less than sixteen times as long', () => {
  test.each([
    ['letters without a dot', '', 'a', ''],
    ['hyphens', '', '-', ''],
    ['hyphened letters', '', 'a-', ''],
    ['labels of no host', '', 'a.', ''],
    ['hosts', '', 'a.co ', ''],
    ['hosts side by side', '', 'a.co,', ''],
    ['a host of endless labels', 'http://', 'a.', 'co'],
    ['a path of punctuation', 'a.co/', '!', 'a'],
    ['a query of punctuation', 'a.co/?', '!', 'a'],
    ['brackets that open', 'a.co/', '(', ''],
    ['brackets with letters that open', 'a.co/', '(a', ''],
    ['links in brackets that open', '', 'a.co/(b', ''],
    ['protocols', '', 'http://', ''],
    ['other letters', '', '例', '.co'],
  ])('%s', (_, head, repeated, tail) => {
    const textOf = (length: number) => head + repeated.repeat(Math.ceil(length / repeated.length)) + tail;
    const short = cost(textOf(4_000));
    // Times below 100 ms vary with the load of the machine; quadratic time takes 800 ms or more.
    expect(cost(textOf(32_000))).toBeLessThan(Math.max(100, 16 * short));
  });
});
