import { fitsInPost } from '../x/text.ts';
import { writeGoodPost } from './good-writer.ts';
import { materialFor, readPhrases, readWriterLines, type Vocabulary, vocabularyFor } from './material.ts';
import type { Asked } from './read-prompt.ts';
import { writeAgain } from './rewriter.ts';

interface Speaker {
  words: Vocabulary;
  niche: string;
}

/** Models that write badly in different ways, so that the quality gate can be measured. */
const badWriters = ['sloppy', 'inventing', 'hostile', 'repeating'] as const;

type BadWriter = (typeof badWriters)[number];

const pages = new Map<string, readonly string[]>();

/** Returns the post with this number; always the same for the same number, facts and post to rewrite. */
export type Writer = (
  asked: Pick<Asked, 'niche'> & Partial<Pick<Asked, 'rewrite' | 'facts'>>,
  number: number,
) => string;

/**
 * The writer that a model's name selects: `plain`, or a bad one (`sloppy`, `inventing`, `hostile`,
 * `repeating`), which with `-held` uses lines held out from tuning. Any other name selects the good one; only
 * that one can rewrite posts.
 */
export function writerFor(model: string): Writer {
  if (model === 'plain') return ({ niche }, number) => writePlainPost(niche, number);
  const [name, held] = model.split('-');
  const bad = badWriters.find((one): one is BadWriter => one === name);
  if (!bad) return writeWell;
  return ({ niche }, number) => writeBadPost(bad, held === 'held' ? 'held' : 'seen', niche, number);
}

function writeWell({ niche, rewrite, facts }: Parameters<Writer>[0], number: number): string {
  return rewrite ? writeAgain(niche, rewrite, number) : writeGoodPost(niche, number, facts);
}

/** The key by which a writer counts its posts: niches that share material share it, to avoid repeats. */
export function countedAs(model: string, niche: string): string {
  return `${model}:${materialFor(niche).title}`;
}

/** The bad writer's post with this number, from its held-out lines if `heading` is `held`. */
function writeBadPost(writer: BadWriter, heading: 'seen' | 'held', niche: string, number: number): string {
  const lines = linesOf(writer, heading);
  const text = writer === 'repeating' ? repeat(lines, number) : compose(lines, number, writer);
  return text.replaceAll('{niche}', niche.toLowerCase());
}

function linesOf(writer: BadWriter, heading: 'seen' | 'held'): readonly string[] {
  const key = `${writer} ${heading}`;
  const known = pages.get(key) ?? readWriterLines(writer, heading);
  pages.set(key, known);
  return known;
}

/** First each line unchanged; later rounds join the first sentence of one line with the rest of another. */
function compose(lines: readonly string[], number: number, writer: BadWriter): string {
  const line = lines[number % lines.length] ?? '';
  const round = Math.floor(number / lines.length);
  if (round === 0 || writer === 'hostile') return line;
  const other = lines[(number * 7 + round) % lines.length] ?? '';
  const [begin, end] = [sentencesOf(line), sentencesOf(other)];
  if (begin.length < 2 || end.length < 2) return line;
  return `${begin[0]} ${end.slice(1).join(' ')}`;
}

/** A different wording of the idea in each round. */
function repeat(lines: readonly string[], number: number): string {
  const wordings = (lines[number % lines.length] ?? '').split(' | ');
  return wordings[Math.floor(number / lines.length) % wordings.length] ?? '';
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}

/** A hashtag from the niche's name; empty if it would read badly. */
function hashtagOf(niche: string): string {
  const words = niche.replace(/&/g, 'and').match(/[\p{L}\p{N}]+/gu) ?? [];
  const tag = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return tag === '' || tag.length > 24 || /^\d+$/.test(tag) ? '' : `#${tag}`;
}

function writePlainPost(niche: string, number: number): string {
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
