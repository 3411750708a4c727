import naughtyWords from 'naughty-words';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import type { Language } from '../gate.types.ts';
import lists from '../lists/words.json' with { type: 'json' };
import { plainWord, wordPattern, wordsOf } from './words.rules.ts';

const english = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
/** Words on the lists that are ordinary in posts about gardens, kitchens, birds, tools, sports or music. */
const ordinary = new Set(lists.ordinary);
const others: Readonly<Record<Exclude<Language, 'en'>, ReadonlySet<string>>> = {
  de: new Set(naughtyWords.de),
  es: new Set(naughtyWords.es),
  fr: new Set(naughtyWords.fr),
  pt: new Set(naughtyWords.pt),
};
const englishWords = new Set(naughtyWords.en.filter((word) => !word.includes(' ') && !ordinary.has(word)));

/** The first insulting or obscene word of a text. */
export function slurIn(text: string, language: Language): string | undefined {
  const list = language === 'en' ? englishWords : others[language];
  const word = wordsOf(text).find((one) => list.has(plainWord(one)));
  if (word || language !== 'en') return word;
  // The matcher looks inside words as well, so the ordinary ones are taken out first.
  const rest = text.replace(wordPattern, (one) => (ordinary.has(plainWord(one)) ? ' ' : one));
  return english
    .getAllMatches(rest, true)
    .map(({ startIndex, endIndex }) => rest.slice(startIndex, endIndex + 1))
    .find((found) => !ordinary.has(plainWord(found)));
}
