import type { Language } from '../gate.types.ts';
import lists from '../lists/words.json' with { type: 'json' };
import { THRESHOLDS } from '../thresholds.rules.ts';
import { figuresOf } from './figures.rules.ts';
import { functionWords, plainWord, wordsOf } from './words.rules.ts';

const abstractEnding = /(?:tion|ness|ity|ment|ship|ance|ence|ism|dom|hood)s?$/;
/** Words that fit a text on any subject; a text made of them says nothing. */
const abstractWords = new Set(lists.abstract);
/** Words with the ending of an abstract noun that are concrete. */
const concreteWords = new Set(lists.concrete);
/** Words without content. */
const emptyWords: Readonly<Record<Exclude<Language, 'en'>, ReadonlySet<string>>> = {
  de: new Set(lists.empty.de),
  es: new Set(lists.empty.es),
  fr: new Set(lists.empty.fr),
  pt: new Set(lists.empty.pt),
};

/**
 * Whether a text says nothing: besides the niche itself it names no thing, place, person, animal or action,
 * or its meaningful words are mostly abstract.
 */
export function saysNothing(
  text: string,
  { language, niche }: { language: Language; niche: string },
): boolean {
  const ofNiche = new Set(wordsOf(niche).map((word) => singular(plainWord(word))));
  const words = wordsOf(text)
    .map(plainWord)
    .map((word) => word.replace(/'s$/, ''))
    .filter((word) => !ofNiche.has(singular(word)));
  const [content, concrete] = language === 'en' ? english(words) : other(words, language);
  if (figuresOf(text).some(({ isSmall }) => !isSmall)) return false;
  if (concrete.length === 0) return true;
  const abstract = content.length - concrete.length;
  return abstract >= THRESHOLDS.abstractWords && abstract / content.length >= THRESHOLDS.abstractShare;
}

/** Whether an English word is abstract. */
export function isAbstract(word: string): boolean {
  return abstractWords.has(word) || (abstractEnding.test(word) && !concreteWords.has(word));
}

type Split = readonly [content: string[], concrete: string[]];

function english(words: readonly string[]): Split {
  const content = words.filter((word) => word.length > 2 && !functionWords.has(word));
  return [content, content.filter((word) => !isAbstract(word))];
}

function other(words: readonly string[], language: Exclude<Language, 'en'>): Split {
  const content = words.filter((word) => word.length > 3 && !emptyWords[language].has(word));
  return [content, content];
}

function singular(word: string): string {
  return word.replace(/(?:ies|es|s|ing|y)$/, '');
}
