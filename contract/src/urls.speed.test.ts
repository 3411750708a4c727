import { describe, expect, test } from 'vitest';
import { findUrls } from './urls.rules.ts';

// Beside the tests of the rules, because a fault put in for mutation testing runs slower than the rule itself.

function cost(of: string): number {
  const from = performance.now();
  findUrls(of);
  return performance.now() - from;
}

/** How many times as long the long text takes, each at the least of five runs. */
function growth(short: string, long: string): number {
  const runs = Array.from({ length: 5 }, () => ({ short: cost(short), long: cost(long) }));
  return Math.min(...runs.map((run) => run.long)) / Math.min(...runs.map((run) => run.short));
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
    // A busy machine can spoil one comparison, not five; quadratic time fails them all, at about 64.
    const isLinear = Array.from({ length: 5 }, (_each, index) => index).some(
      () => growth(textOf(4_000), textOf(32_000)) < 16,
    );
    expect(isLinear).toBe(true);
  });
});
