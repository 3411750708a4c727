import { type VoiceLanguage, voiceLanguages } from '@drumbeat/contract/voice.rules.ts';

/** How many texts are in each language, by its code; those too short to tell are left out. */
export type LanguageCounts = ReadonlyMap<string, number>;

/** From this share of the texts on a language is no slip of the detector. */
const COUNTED_SHARE = 0.08;

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language's English name; its code where it has none. */
function languageName(code: string): string {
  return names.of(code) ?? code;
}

/** How many of the texts are in each language. */
export function countLanguages(languages: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const language of languages) if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  return counts;
}

/** The languages that count among the texts, commonest first, then by name. */
export function mainLanguages(counts: LanguageCounts): string[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([, count]) => count / all >= COUNTED_SHARE)
    .sort(([a, x], [b, y]) => y - x || (languageName(a) < languageName(b) ? -1 : 1))
    .map(([code]) => code);
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/**
 * Why these texts cannot be read as one voice in this language, in words; null where they can. Texts in several
 * languages are refused, for a voice has one; so are texts in another language than the voice's, or in one we cannot read.
 */
export function languageFault(counts: LanguageCounts, wanted: VoiceLanguage, what: string): string | null {
  const found = mainLanguages(counts);
  if (found.length === 0 || (found.length === 1 && found[0] === wanted)) return null;
  if (found.length > 1) {
    const list = new Intl.ListFormat('en-GB').format(found.map(languageName));
    return `These ${what} are in ${numbers[found.length] ?? found.length} languages: ${list}. Use ${what} in one language.`;
  }
  const [only = wanted] = found;
  if (Object.hasOwn(voiceLanguages, only))
    return `These ${what} are in ${languageName(only)}, and this voice is in ${voiceLanguages[wanted]}. Change its language first, or use ${what} in ${voiceLanguages[wanted]}.`;
  return `These ${what} are in ${languageName(only)}. A voice can be in ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.values(voiceLanguages))}.`;
}
