import { Script } from 'node:vm';
import { type Hostile, hostileTexts } from './hostile-texts.ts';

const SHORT = 4_000;
const TIMES_LONGER = 8;
const MOST_TIMES_SLOWER = 16;
/** Milliseconds below which times vary with the machine's load: linear takes less than 10, quadratic hundreds. */
const NOISE = 50;
/** Milliseconds that only superlinear time can reach, even on a busy machine. */
const DEADLINE = 500;

let job = (): void => undefined;
Object.defineProperty(globalThis, 'runRegexJob', { value: () => job() });
// Only a script can be given a deadline, and it ends a search that would never end.
const script = new Script('runRegexJob()');

/** Milliseconds that one search of the text takes; Infinity if it does not end in time. */
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

function leastOfFive(regex: RegExp, text: string): number {
  return Math.min(...Array.from({ length: 5 }, () => search(regex, text)));
}

/** The text for which eight times the length costs sixteen times the time or more; undefined where there is none. */
export function superlinearText(regex: RegExp): Hostile | undefined {
  return hostileTexts(regex).find(({ head, repeated, tail }) => {
    const textOf = (length: number) => head + repeated.repeat(Math.ceil(length / repeated.length)) + tail;
    const long = textOf(SHORT * TIMES_LONGER);
    const once = search(regex, long);
    if (once < NOISE) return false;
    if (once === Number.POSITIVE_INFINITY) return true;
    const cost = leastOfFive(regex, long);
    return cost >= NOISE && cost >= MOST_TIMES_SLOWER * leastOfFive(regex, textOf(SHORT));
  });
}
