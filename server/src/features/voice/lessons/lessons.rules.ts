import { SIGN_OFF_MAX } from '@drumbeat/contract/voice/voice.rules.ts';
import { lengthOf, plainOf, type Trait, traitsOf, wordsOf } from '../profile/traits.rules.ts';
import type { VoiceLesson } from '../voice.types.ts';

/** How often the same change must occur before a rule is proposed. */
export const PROPOSED_FROM = 3;
/** The most lessons to keep per account, not counting accepted ones. */
export const LESSONS_KEPT = 100;
/** The most rules that can be accepted for one account. */
export const RULES_MAX = 50;
const LESSONS_OF_EDIT = 8;
/** An edit that keeps a smaller share of the words makes a different post, and teaches nothing. */
const KEPT_WORDS = 0.4;
/** How many words of a text are compared at most. */
const WORDS_COMPARED = 150;
const WORD_MAX = 30;

/** Traits that an edit may remove, with the resulting rule. */
const takenOut = {
  exclamation: 'Use no exclamation marks.',
  hashtag: 'Use no hashtags.',
  emoji: 'Use no emoji.',
  dash: 'Use no dashes.',
  semicolon: 'Use no semicolons.',
  ellipsis: 'Use no ellipsis.',
  question: 'Ask no questions.',
  line_break: 'Write without line breaks.',
  quotes: 'Use no quotation marks.',
} as const satisfies Partial<Record<Trait, string>>;
const takeable = Object.keys(takenOut) as (keyof typeof takenOut)[];

/** The rule that a lesson proposes; null for an unknown kind of lesson. */
export function ruleText(lesson: string): string | null {
  if (lesson === 'shorter') return 'Keep posts shorter.';
  const trait = takeable.find((each) => lesson === `no_${each}`);
  if (trait) return takenOut[trait];
  if (lesson.startsWith('sign_off:')) return `End each post with “${lesson.slice('sign_off:'.length)}”.`;
  const [, from, to] = /^replace:([^>]+)>(.+)$/.exec(lesson) ?? [];
  return from && to ? `Write “${to}” rather than “${from}”.` : null;
}

/** The lessons of an edit, each once. */
export function lessonsOf(before: string, after: string): string[] {
  const [was, is] = [plainOf(before), plainOf(after)];
  const [wordsBefore, wordsAfter] = [wordsOf(was), wordsOf(is)].map((words) =>
    words.slice(0, WORDS_COMPARED),
  ) as [string[], string[]];
  const pairs = pairsOf(wordsBefore, wordsAfter);
  if (pairs.length < KEPT_WORDS * Math.max(1, wordsBefore.length)) return [];
  const lessons = [
    ...removedTraits(was, is),
    ...(isShorter(was, is) ? ['shorter'] : []),
    ...signOffOf(was, is),
    ...replacedWords(wordsBefore, wordsAfter, pairs),
  ];
  return [...new Set(lessons)].slice(0, LESSONS_OF_EDIT);
}

function removedTraits(was: string, is: string): string[] {
  const [had, has] = [traitsOf(was), traitsOf(is)];
  return takeable.filter((trait) => had[trait] && !has[trait]).map((trait) => `no_${trait}`);
}

/** At least a quarter shorter, and by more than a word. */
function isShorter(was: string, is: string): boolean {
  const [before, after] = [lengthOf(was), lengthOf(is)];
  return after <= before * 0.75 && before - after >= 30;
}

/** A short addition, other than a sentence, at the end of an otherwise unchanged text. */
function signOffOf(was: string, is: string): string[] {
  if (!is.startsWith(was)) return [];
  const added = is.slice(was.length).trim();
  const isShort = lengthOf(added) <= SIGN_OFF_MAX && wordsOf(added).length <= 4;
  return isShort && /\p{L}|\p{Extended_Pictographic}/u.test(added) ? [`sign_off:${added}`] : [];
}

/** The positions of the longest common subsequence of words. */
function pairsOf(before: readonly string[], after: readonly string[]): [number, number][] {
  const longest = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      (longest[row] as Uint16Array)[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Single words replaced by another single word, between words that stayed. */
function replacedWords(
  before: readonly string[],
  after: readonly string[],
  pairs: readonly [number, number][],
): string[] {
  const edges = [[-1, -1], ...pairs, [before.length, after.length]] as const;
  return edges.slice(1).flatMap(([row, column], index) => {
    const [lastRow, lastColumn] = edges[index] ?? [-1, -1];
    const [from, to] = [before[row - 1], after[column - 1]];
    const isOne = row - lastRow === 2 && column - lastColumn === 2;
    return isOne && isWord(from) && isWord(to) ? [`replace:${from}>${to}`] : [];
  });
}

function isWord(word: string | undefined): word is string {
  return word !== undefined && word.length <= WORD_MAX && /^\p{L}[\p{L}'’]+$/u.test(word);
}

/** Pairs each saved text that is not a draft with the draft that it was most likely edited from. */
export function pairEdits(
  drafts: readonly string[],
  saved: readonly string[],
): { before: string; after: string }[] {
  const untouched = new Set(saved);
  const open = drafts
    .filter((draft) => !untouched.has(draft))
    .map((text) => ({ text, words: new Set(wordsOf(text)) }));
  const known = new Set(drafts);
  return saved
    .filter((text) => !known.has(text))
    .flatMap((after) => {
      const words = new Set(wordsOf(after));
      const likeness = (draft: { words: Set<string> }) =>
        [...draft.words].filter((word) => words.has(word)).length / Math.max(1, draft.words.size);
      const best = open.reduce<(typeof open)[number] | undefined>(
        (top, draft) => (top && likeness(top) >= likeness(draft) ? top : draft),
        undefined,
      );
      if (!best || likeness(best) < KEPT_WORDS) return [];
      open.splice(open.indexOf(best), 1);
      return [{ before: best.text, after }];
    });
}

/** The rules to propose, most frequent first, and the accepted rules. */
export function sortLessons(lessons: readonly VoiceLesson[]): {
  proposals: { lesson: string; text: string; times: number }[];
  rules: { lesson: string; text: string }[];
} {
  const said = lessons.flatMap((each) => {
    const text = ruleText(each.lesson);
    return text === null ? [] : [{ ...each, text }];
  });
  return {
    proposals: said
      .filter(({ state, times }) => state === 'counted' && times >= PROPOSED_FROM)
      .sort((a, b) => b.times - a.times || (a.lesson < b.lesson ? -1 : 1))
      .map(({ lesson, text, times }) => ({ lesson, text, times })),
    rules: said
      .filter(({ state }) => state === 'accepted')
      .sort((a, b) => (a.lesson < b.lesson ? -1 : 1))
      .map(({ lesson, text }) => ({ lesson, text })),
  };
}
