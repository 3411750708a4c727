import { Script } from 'node:vm';
import { type Hostile, hostileTexts } from './hostile-texts.ts';

const SHORT = 16_000;
const TIMES_LONGER = 8;
const MOST_TIMES_SLOWER = 16;
/** Times below this (ms) vary with the machine's load: linear takes less than 10, quadratic over 100. */
const NOISE = 50;
/** Milliseconds until a search is aborted. A busy machine may exceed it once, superlinear time always. */
const DEADLINE = 250;

let job = (): void => undefined;
Object.defineProperty(globalThis, 'runRegexJob', { value: () => job() });
// Only a `vm` script can have a timeout, which is the only way to abort a search.
const script = new Script('runRegexJob()');

/** Milliseconds that one search of the text takes; Infinity if it exceeds the deadline. */
function search(regex: RegExp, text: string): number {
  regex.lastIndex = 0;
  job = () => void (regex.global ? text.replace(regex, '') : regex.test(text));
  const from = performance.now();
  try {
    script.runInThisContext({ timeout: DEADLINE });
    return performance.now() - from;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The minimum of five measurements in milliseconds; stops at the first one below `enough`. */
function leastOfFive(regex: RegExp, text: string, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least >= enough; tries++) least = Math.min(least, search(regex, text));
  return least;
}

/** A text for which eight times the length takes sixteen times as long or more; undefined if none does. */
export function superlinearText(regex: RegExp): Hostile | undefined {
  return hostileTexts(regex).find(({ head, repeated, tail }) => {
    const textOf = (length: number) => head + repeated.repeat(Math.ceil(length / repeated.length)) + tail;
    const long = textOf(SHORT * TIMES_LONGER);
    const cost = leastOfFive(regex, long, NOISE);
    if (cost < NOISE || cost === Number.POSITIVE_INFINITY) return cost >= NOISE;
    return cost >= MOST_TIMES_SLOWER * leastOfFive(regex, textOf(SHORT));
  });
}
