import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeTrie } from 'cspell-trie-lib';
import type { Language, Lexicon } from '../gate.types.ts';

const { resolve } = createRequire(import.meta.url);
const dictionaries: Readonly<Record<Language, readonly (readonly [name: string, file: string])[]>> = {
  en: [
    ['en_us', 'en_US'],
    ['en-gb', 'en_GB'],
  ],
  de: [['de-de', 'de_DE']],
  es: [['es-es', 'Spanish']],
  fr: [['fr-fr', 'fr-fr']],
  pt: [['pt-br', 'pt_BR']],
};
const lexicons = new Map<Language, Lexicon>();

/**
 * The dictionary of a language; American and British for English. Loaded on first use (0.3 to 0.7 s) and
 * cached (26 to 120 MB per language).
 */
export function readLexicon(language: Language): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const tries = dictionaries[language].map(([name, file]) => {
    const folder = dirname(resolve(`@cspell/dict-${name}/cspell-ext.json`));
    return decodeTrie(gunzipSync(readFileSync(join(folder, `${file}.trie.gz`))));
  });
  const lexicon: Lexicon = (word) => tries.some((trie) => trie.hasWord(word, false));
  lexicons.set(language, lexicon);
  return lexicon;
}
