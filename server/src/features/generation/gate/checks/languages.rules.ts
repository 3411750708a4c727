import { francAll } from 'franc-min';
import type { Language } from '../gate.types.ts';
import { THRESHOLDS } from '../thresholds.rules.ts';

const letters = /\p{L}/gu;
const latin = /\p{Script=Latin}/gu;
/** The languages to tell apart, by ISO 639-3 code: the supported ones, and those often confused with them. */
const codes: Readonly<Record<string, string>> = {
  eng: 'English',
  deu: 'German',
  spa: 'Spanish',
  fra: 'French',
  por: 'Portuguese',
  ita: 'Italian',
  nld: 'Dutch',
  pol: 'Polish',
  tur: 'Turkish',
};
const names: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  pt: 'Portuguese',
};

/** The language of a text if it is clearly not the wanted one; undefined otherwise. */
export function otherLanguageIn(text: string, wanted: Language): string | undefined {
  const all = text.match(letters)?.length ?? 0;
  const foreign = all - (text.match(latin)?.length ?? 0);
  if (foreign / all >= THRESHOLDS.foreignLetters) return 'another script';
  if (all < THRESHOLDS.lettersForLanguage) return undefined;
  const [best, ...others] = francAll(text, { only: Object.keys(codes) }).map(([code, score]) => ({
    name: codes[code],
    score,
  }));
  if (!best?.name || best.name === names[wanted]) return undefined;
  const mine = others.find(({ name }) => name === names[wanted])?.score ?? 0;
  return best.score - mine >= THRESHOLDS.languageLead ? best.name : undefined;
}
