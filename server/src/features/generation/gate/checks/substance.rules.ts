import type { Language } from '../gate.types.ts';
import { englishAbstractWords, englishFunctionWords } from '../lists/english-words.rules.ts';
import { otherEmptyWords } from '../lists/other-words.rules.ts';
import { THRESHOLDS } from '../thresholds.rules.ts';
import { figuresOf } from './figures.rules.ts';
import { plainWord, wordsOf } from './words.rules.ts';

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

const abstractEnding = /(?:tion|ness|ity|ment|ship|ance|ence|ism|dom|hood)s?$/;
/** Words with the ending of an abstract noun that are concrete. */
const concrete = new Set(
  `station stations basement basements apartment apartments cement city cities monument monuments garment garments
  ointment pavement pavements document documents instrument instruments lotion potion potions onion cushion fence fences
  entrance ambulance appliance appliances audience university universities facility element elements supplement
  supplements kingdom vegetation plantation fountain ornament ornaments parchment sediment ligament equipment furniture
  ship ships battleship neighborhood neighborhoods neighbourhood hood ration rations lion million infantry locomotion
  tournament tournaments investment investments payment payments department departments conference conferences`.split(
    /\s+/,
  ),
);

/** Whether an English word is abstract. */
export function isAbstract(word: string): boolean {
  return englishAbstractWords.has(word) || (abstractEnding.test(word) && !concrete.has(word));
}

type Split = readonly [content: string[], concrete: string[]];

function english(words: readonly string[]): Split {
  const content = words.filter((word) => word.length > 2 && !englishFunctionWords.has(word));
  return [content, content.filter((word) => !isAbstract(word))];
}

function other(words: readonly string[], language: Exclude<Language, 'en'>): Split {
  const content = words.filter((word) => word.length > 3 && !otherEmptyWords[language].has(word));
  return [content, content];
}

function singular(word: string): string {
  return word.replace(/(?:ies|es|s|ing|y)$/, '');
}
