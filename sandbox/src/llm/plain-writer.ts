import { fitsInPost } from '../x/weighted-length.ts';
import { readPhrases, type Vocabulary, vocabularyFor } from './material.ts';

/** Writes the posts numbered `from` to `from + count - 1`; a number always gives the same post. */
export function writePosts(niche: string, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => writePost(niche, from + index));
}

/** A hashtag from the niche's name; empty if it would read badly. */
function hashtagOf(niche: string): string {
  const words = niche.replace(/&/g, 'and').match(/[\p{L}\p{N}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return tag === '' || tag.length > 24 || /^\d+$/.test(tag) ? '' : `#${tag}`;
}

function writePost(niche: string, number: number): string {
  const { openings, bodies, closings } = readPhrases();
  const start = number + offsetOf(niche);
  const speaker: Speaker = { words: vocabularyFor(niche), niche };
  const opening = say(openings, start, speaker);
  const body = say(bodies, start, speaker);
  const closing = say(closings, start, speaker);
  const tag = number % 7 === 3 ? hashtagOf(niche) : '';
  const lineBreak = number % 4 === 1 ? '\n\n' : ' ';
  const attempts = [
    [opening, lineBreak, body, ' ', closing, tag && ` ${tag}`],
    [opening, lineBreak, body, ' ', closing],
    [opening, lineBreak, body],
    [body],
  ].map((parts) => parts.join('').trim());
  return attempts.find(fitsInPost) ?? body;
}

interface Speaker {
  words: Vocabulary;
  niche: string;
}

// Each reuse of a part moves its slots on by one word, so that the text differs.
function say(parts: readonly string[], index: number, { words, niche }: Speaker): string {
  const round = Math.floor(index / parts.length);
  const lists: Record<string, readonly string[]> = {
    topic: words.topics,
    people: words.people,
    mistake: words.mistakes,
    habit: words.habits,
    win: words.wins,
    niche: [spokenName(niche)],
  };
  return pick(parts, index).replace(/\{(\w+)\}/g, (_, slot: string) => {
    const list = lists[slot.toLowerCase()] ?? [''];
    const word = pick(list, (index % parts.length) * 7 + round + slot.length);
    return /^[A-Z]/.test(slot) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  });
}

// Spells a name as within a sentence; abbreviations such as 'AI' keep their capitals.
function spokenName(niche: string): string {
  return niche
    .split(' ')
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
    .join(' ');
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] as string;
}

function offsetOf(niche: string): number {
  let hash = 7;
  for (const character of niche.toLowerCase()) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 30_011;
  return hash;
}
