import naughtyWords from 'naughty-words';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import type { Language } from '../gate.types.ts';
import { plainWord, wordPattern, wordsOf } from './words.rules.ts';

const english = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
/** Words on the lists that are ordinary in posts about gardens, kitchens, birds, tools, sports or music. */
const ordinary = new Set(
  `arse arses ball balls bareback bastard bastards beaver bloody bollocks bondage bugger bust busty butt butts cock
  cocks coon coons crap cum damn domination erotic escort fanny girl goddamn hardcore hell hooker horny hump
  intercourse jerk kinky knob lust nipple nipples nude nudity orgy panties panty pissed playboy poof poop porn
  queer rectum rimming screwing semen sex sexual sexy shota spunk suck sucks swinger threesome tit tits topless
  tushy vagina vibrator voyeur xx yaoi yiffy`.split(/\s+/),
);
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
