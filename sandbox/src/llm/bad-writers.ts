import { readWriterLines } from './material.ts';

/** Models that write badly, each in its own way, so that what judges them can be measured. */
export const badWriters = ['sloppy', 'inventing', 'hostile', 'repeating'] as const;
export type BadWriter = (typeof badWriters)[number];

const pages = new Map<string, readonly string[]>();

/** Post number `number` of a bad writer; of its held-out lines where `heading` says so. */
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

/** Each line whole at first; then the beginning of one with the end of another, as far as their sentences allow. */
function compose(lines: readonly string[], number: number, writer: BadWriter): string {
  const line = lines[number % lines.length] ?? '';
  const round = Math.floor(number / lines.length);
  if (round === 0 || writer === 'hostile') return line;
  const other = lines[(number * 7 + round) % lines.length] ?? '';
  const [begin, end] = [sentencesOf(line), sentencesOf(other)];
  if (begin.length < 2 || end.length < 2) return line;
  return `${begin[0]} ${end.slice(1).join(' ')}`;
}

/** Another wording of the idea each time that it comes round. */
function repeat(lines: readonly string[], number: number): string {
  const wordings = (lines[number % lines.length] ?? '').split(' | ');
  return wordings[Math.floor(number / lines.length) % wordings.length] ?? '';
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/);
}
