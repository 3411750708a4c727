import { setImmediate } from 'node:timers/promises';
import { plainOf } from './traits.rules.ts';

/** With fewer letters than this, the language cannot be detected. */
const LETTERS_MIN = 30;
/** The minimum lead of the most likely language over the next, in the detector's score of 0 to 1. */
const LEAD_MIN = 0.05;
/** How many texts are processed before yielding to the event loop. */
const AT_ONCE = 100;

/** The language code of each text, in order; null if a text is too short or too mixed to detect. */
export async function findLanguages(texts: readonly string[]): Promise<(string | null)[]> {
  // Loaded on demand: its tables take some 90 MB.
  const { eld } = await import('eld/extrasmall');
  const found: (string | null)[] = [];
  for (const [at, text] of texts.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const plain = plainOf(text).replace(/[#@][\p{L}\p{N}_]+/gu, '');
    if ((plain.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN) {
      found.push(null);
      continue;
    }
    const detected = eld.detect(plain);
    const [best = 0, next = 0] = Object.values(detected.getScores()).sort((a, b) => b - a);
    found.push(detected.isReliable() && best - next >= LEAD_MIN ? detected.language : null);
  }
  return found;
}
