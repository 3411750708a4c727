const wordPattern = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
const tokenPattern = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*|\.{3}|[.!?…,:;"“”()\n—–]|(?<=\s)-(?=\s)/gu;
const sentenceEnds: ReadonlySet<string> = new Set(['.', '!', '?', '…', '...', '\n']);

/** The words of a text as they stand. */
export function wordsOf(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** A word as lists have it: lower case, with a straight apostrophe. */
export function plainWord(word: string): string {
  return word.toLowerCase().replaceAll('’', "'");
}

/** Words, plain, and marks in their order. */
export function tokensOf(text: string): string[] {
  return (text.match(tokenPattern) ?? []).map((token) => (token === '–' ? '—' : plainWord(token)));
}

/** Whether a token ends a sentence. A line break does. */
export function endsSentence(token: string | undefined): boolean {
  return token !== undefined && sentenceEnds.has(token);
}

/** Whether a token is a word and no mark. */
export function isWord(token: string): boolean {
  const first = token.codePointAt(0) ?? 0;
  return first > 0x7f
    ? token !== '—' && token !== '…' && token !== '“' && token !== '”'
    : /[a-z0-9]/.test(token);
}

/** The sentences of a text, each as its tokens without the mark at its end. */
export function sentencesOf(tokens: readonly string[]): string[][] {
  const sentences: string[][] = [[]];
  for (const token of tokens) {
    if (endsSentence(token)) sentences.push([]);
    else sentences.at(-1)?.push(token);
  }
  return sentences.filter((sentence) => sentence.some(isWord));
}

/** The first words of a text, plain; the key by which openings are told apart. */
export function openingOf(text: string, words = 3): string {
  return tokensOf(text).filter(isWord).slice(0, words).join(' ');
}
