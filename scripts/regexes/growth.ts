import { Script } from 'node:vm';
import { type Hostile, hostileTexts } from './hostile-texts.ts';

const SHORT = 2_000;
const LONG = 8 * SHORT;
const MOST_TIMES_SLOWER = 16;
/** Times below this (ms) vary with the machine's load: linear takes less than 3, quadratic over 25. */
const NOISE = 12;
/** Milliseconds until searches are aborted. A busy machine may exceed it once, superlinear time always. */
const DEADLINE = 100;
/** Searches under one deadline: together they take a tenth of it, and each deadline costs a thread. */
const TOGETHER = 50;

let job = (): void => undefined;
Object.defineProperty(globalThis, 'runRegexJob', { value: () => job() });
// Only a `vm` script can have a timeout, which is the only way to abort a search.
const script = new Script('runRegexJob()');

/** Runs a job that searches; false if it was aborted at the deadline. */
function inTime(searching: () => void): boolean {
  job = searching;
  try {
    script.runInThisContext({ timeout: DEADLINE });
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that one search of the text takes. */
function search(regex: RegExp, text: string): number {
  regex.lastIndex = 0;
  const from = performance.now();
  if (regex.global) text.replace(regex, '');
  else regex.test(text);
  return performance.now() - from;
}

/** As `search`; Infinity if it exceeds the deadline. */
function searchInTime(regex: RegExp, text: string): number {
  let took = Number.POSITIVE_INFINITY;
  inTime(() => {
    took = search(regex, text);
  });
  return took;
}

const textOf = ({ head, repeated, tail }: Hostile, length: number): string =>
  head + repeated.repeat(Math.ceil(length / repeated.length)) + tail;

/** The texts whose long form takes longer than the noise at a first try, or is being searched at the deadline. */
function* suspects(regex: RegExp, texts: readonly Hostile[]): Generator<Hostile> {
  let next = 0;
  while (next < texts.length) {
    const slow: Hostile[] = [];
    const end = Math.min(next + TOGETHER, texts.length);
    inTime(() => {
      while (next < end && slow.length === 0) {
        const text = texts[next] as Hostile;
        if (search(regex, textOf(text, LONG)) >= NOISE) slow.push(text);
        next++;
      }
    });
    yield* slow;
    if (next < end && slow.length === 0) yield texts[next++] as Hostile;
  }
}

/**
 * The minimum of five measurements in milliseconds; stops at the first one below `enough`, and where the first two
 * were both aborted.
 */
function leastOfFive(regex: RegExp, text: string, enough = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 5 && least >= enough; tries++) {
    least = Math.min(least, searchInTime(regex, text));
    if (tries === 1 && least === Number.POSITIVE_INFINITY) break;
  }
  return least;
}

/** A text for which eight times the length takes sixteen times as long or more; undefined if none does. */
export function superlinearText(regex: RegExp): Hostile | undefined {
  for (const text of suspects(regex, hostileTexts(regex))) {
    const cost = leastOfFive(regex, textOf(text, LONG), NOISE);
    if (cost === Number.POSITIVE_INFINITY) return text;
    if (cost >= NOISE && cost >= MOST_TIMES_SLOWER * leastOfFive(regex, textOf(text, SHORT))) return text;
  }
  return undefined;
}
