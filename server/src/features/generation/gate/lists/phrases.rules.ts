import { endsSentence, isWord } from '../checks/words.rules.ts';

/**
 * The notation of phrases: words, `a|b` for alternatives, `a?` for optional, `_` for any one word, `*` for up
 * to five words of the same sentence, `**` for up to nine words or marks. `^` and `$` are the start and end
 * of the text, `<` and `>` of a sentence. Marks such as `,` stand for themselves.
 */
type Piece =
  | { kind: 'token'; among: ReadonlySet<string> | null; optional: boolean }
  | { kind: 'gap'; most: number; across: boolean }
  | { kind: 'place'; at: '^' | '<' | '>' | '$' };

type Compiled<T> = { phrase: string; pieces: readonly Piece[]; owner: T };

/** Phrases indexed by their possible first words, so that one pass over a text finds them all. */
export type PhraseBook<T> = {
  byFirst: ReadonlyMap<string, readonly Compiled<T>[]>;
  anywhere: readonly Compiled<T>[];
};

/** A phrase that was found: its owner, and the tokens from `from` up to `to` of the text. */
export type Found<T> = { owner: T; phrase: string; from: number; to: number };

/** Compiles the phrases of all owners. */
export function compilePhrases<T extends { phrases: readonly string[] }>(
  owners: readonly T[],
): PhraseBook<T> {
  const byFirst = new Map<string, Compiled<T>[]>();
  const anywhere: Compiled<T>[] = [];
  for (const owner of owners) {
    for (const phrase of owner.phrases) {
      const compiled = { phrase, pieces: phrase.split(' ').map(pieceOf), owner };
      const first = compiled.pieces.find((piece) => piece.kind !== 'place');
      const known = first?.kind === 'token' && !first.optional ? first.among : null;
      if (!known) anywhere.push(compiled);
      for (const word of known ?? []) byFirst.set(word, [...(byFirst.get(word) ?? []), compiled]);
    }
  }
  return { byFirst, anywhere };
}

function pieceOf(part: string): Piece {
  if (part === '*') return { kind: 'gap', most: 5, across: false };
  if (part === '**') return { kind: 'gap', most: 9, across: true };
  if (part === '^' || part === '<' || part === '>' || part === '$') return { kind: 'place', at: part };
  if (part === '_' || part === '_?') return { kind: 'token', among: null, optional: part === '_?' };
  const optional = part.length > 1 && part.endsWith('?');
  return { kind: 'token', among: new Set((optional ? part.slice(0, -1) : part).split('|')), optional };
}

/** Every phrase of the book that occurs in the text, each once. */
export function findPhrases<T>(tokens: readonly string[], book: PhraseBook<T>): Found<T>[] {
  const found = new Map<string, Found<T>>();
  tokens.forEach((token, from) => {
    for (const compiled of [...(book.byFirst.get(token) ?? []), ...book.anywhere]) {
      if (found.has(compiled.phrase)) continue;
      const to = matchFrom(tokens, from, compiled.pieces, 0);
      if (to >= 0) found.set(compiled.phrase, { owner: compiled.owner, phrase: compiled.phrase, from, to });
    }
  });
  return [...found.values()];
}

/** The end of a match that begins at a token, or -1. */
function matchFrom(tokens: readonly string[], at: number, pieces: readonly Piece[], index: number): number {
  const piece = pieces[index];
  if (!piece) return at;
  if (piece.kind === 'place')
    return isPlace(tokens, at, piece.at) ? matchFrom(tokens, at, pieces, index + 1) : -1;
  if (piece.kind === 'gap') return matchGap(tokens, at, pieces, index, piece);
  const token = tokens[at];
  const fits = token !== undefined && (piece.among ? piece.among.has(token) : isWord(token));
  const taken = fits ? matchFrom(tokens, at + 1, pieces, index + 1) : -1;
  return taken < 0 && piece.optional ? matchFrom(tokens, at, pieces, index + 1) : taken;
}

function matchGap(
  tokens: readonly string[],
  at: number,
  pieces: readonly Piece[],
  index: number,
  gap: { most: number; across: boolean },
): number {
  for (let skipped = 0; skipped <= gap.most; skipped++) {
    const end = matchFrom(tokens, at + skipped, pieces, index + 1);
    if (end >= 0) return end;
    const token = tokens[at + skipped];
    if (token === undefined || (!gap.across && endsSentence(token))) return -1;
  }
  return -1;
}

function isPlace(tokens: readonly string[], at: number, place: '^' | '<' | '>' | '$'): boolean {
  if (place === '^') return at === 0;
  if (place === '<') return at === 0 || endsSentence(tokens[at - 1]);
  if (place === '>') return at === tokens.length || endsSentence(tokens[at]);
  return tokens.slice(at).every((token) => !isWord(token));
}
