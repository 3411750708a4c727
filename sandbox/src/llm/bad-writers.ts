import { readWriterLines } from './material.ts';

/** Models that write badly in different ways, so that the quality gate can be measured. */
export const badWriters = ['sloppy', 'inventing', 'hostile', 'repeating'] as const;
export type BadWriter = (typeof badWriters)[number];

const pages = new Map<string, readonly string[]>();

/** The bad writer's post with this number, from its held-out lines if `heading` is `held`. */
export function writeBadPost(
  writer: BadWriter,
  heading: 'seen' | 'held',
  niche: string,
  number: number,
): string {
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
