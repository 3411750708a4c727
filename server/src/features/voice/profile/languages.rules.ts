import { type VoiceLanguage, voiceLanguages } from '@drumbeat/contract/voice/voice.rules.ts';

/** The number of texts by language code, without those too short to detect. */
export type LanguageCounts = ReadonlyMap<string, number>;

/** From this share of the texts on, a language is not a detection error. */
const COUNTED_SHARE = 0.08;

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language's English name, or its code if it has none. */
function languageName(code: string): string {
  return names.of(code) ?? code;
}

/** Counts the texts in each language. */
export function countLanguages(languages: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const language of languages) if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  return counts;
}

/** The languages with a relevant share of the texts, most common first, then by name. */
export function mainLanguages(counts: LanguageCounts): string[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([, count]) => count / all >= COUNTED_SHARE)
    .sort(([a, x], [b, y]) => y - x || (languageName(a) < languageName(b) ? -1 : 1))
    .map(([code]) => code);
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/**
 * Why these texts cannot be used for a voice in this language, in words; null if they can. Refuses several
 * languages, because a voice has one, any language other than the voice's, and unsupported ones.
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
