import functionList from '../lists/function-words.json' with { type: 'json' };

/** English words that carry no meaning by themselves. */
export const functionWords: ReadonlySet<string> = new Set(functionList);
export const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const tokenPattern = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*|\.{3}|[.!?…,:;"“”()=&\n—–]|(?<=\s)-(?=\s)/gu;
const sentenceEnds: ReadonlySet<string> = new Set(['.', '!', '?', '…', '...', '\n']);

/** The words of a text, unchanged. */
export function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** A word in normal form: lower case, with a straight apostrophe. */
export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

/** Words in normal form, and marks, in order. */
export function tokensOf(text: string): string[] {
  return (text.match(tokenPattern) ?? []).map((token) => (token === '–' ? '—' : plainWord(token)));
}

/** Whether a token ends a sentence. A line break does. */
export function endsSentence(token: string | undefined): boolean {
  return token !== undefined && sentenceEnds.has(token);
}

/** Whether a token is a word rather than a mark. */
export function isWord(token: string): boolean {
  const first = token.codePointAt(0) ?? 0;
  return first > 0x7f
    ? token !== '—' && token !== '…' && token !== '“' && token !== '”'
    : /[a-z0-9]/.test(token);
}

/** The sentences of a text as tokens, without their end marks. */
export function sentencesOf(tokens: readonly string[]): string[][] {
  const sentences: string[][] = [[]];
  for (const token of tokens) {
    if (endsSentence(token)) sentences.push([]);
    else sentences.at(-1)?.push(token);
  }
  return sentences.filter((sentence) => sentence.some(isWord));
}

/** The first words of a text in normal form: the key to compare openings by. */
export function openingOf(text: string, words = 3): string {
  return tokensOf(text).filter(isWord).slice(0, words).join(' ');
}
