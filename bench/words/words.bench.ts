import { readNumbers, takeTexts } from '../support/options.ts';
import type { Report } from '../support/report.ts';
import { measureAttribution } from './attribution.ts';
import { readCorpus } from './corpus.ts';
import { measureDrafts, WRITERS } from './drafts.ts';
import { measureHumans } from './humans.ts';
import { atLeastLine, atMostLine, type Line, line, reportOf } from './lines.ts';
import { measureSpeed } from './speed.ts';

const LEAST_ATTRIBUTED = 60;
const MOST_BY_CHANCE = 10;

const sizes = {
  /** Authors of the corpus, from the first. */
  authors: 44,
  /** Drafts per writer. */
  drafts: 10_000,
  /** Drafts judged for speed. */
  judged: 10_000,
};
type Tell = (text: string) => void;
type Measure = (asked: typeof sizes, tell: Tell, writers: typeof WRITERS) => Line[] | Promise<Line[]>;

const parts: Readonly<Record<string, Measure>> = {
  humans: ({ authors }, tell) => measureHumans(readCorpus().slice(0, authors), tell),
  writers: ({ drafts }, tell, writers) => measureDrafts({ writers, drafts }, tell),
  attribution: ({ authors }) => linesOfAttribution(authors),
  speed: ({ authors, judged }) => measureSpeed(readCorpus().slice(0, authors), judged),
};

/**
 * `npm run bench -- words [PART …]`: what the rules of generation refuse and accept, how well a voice identifies its
 * author, and how fast all that is. Runs all parts by default.
 */
export async function words(args: string[], tell: Tell): Promise<Report> {
  const { named, rest: options } = takeParts(args);
  const { texts, rest } = takeTexts(options, ['writers']);
  const numbers = readNumbers(rest, sizes);
  const writers = WRITERS.filter((name) => new RegExp(texts.writers ?? '.').test(name));
  const measured: { part: string; lines: Line[] }[] = [];
  for (const part of named) {
    const lines = (await parts[part]?.(numbers, tell, writers as unknown as typeof WRITERS)) ?? [];
    measured.push({ part, lines });
    tell(`${part}: done`);
  }
  return reportOf(numbers, measured);
}

/** The parts named before the first option, or all parts. Throws for an unknown part. */
function takeParts(args: readonly string[]): { named: string[]; rest: string[] } {
  const names = Object.keys(parts);
  const first = args.findIndex((each) => each.startsWith('--'));
  const named = first === -1 ? args : args.slice(0, first);
  const unknown = named.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'. Parts: ${names.join(', ')}`);
  return { named: named.length > 0 ? [...named] : names, rest: args.slice(named.length) };
}

function linesOfAttribution(authors: number): Line[] {
  const english = readCorpus()
    .slice(0, authors)
    .filter(({ language }) => language === 'en');
  const found = measureAttribution(english);
  return [
    line('English authors', found.authors),
    atLeastLine('% of single posts attributed to their author', found.posts, LEAST_ATTRIBUTED),
    line('% of sets of 20 attributed to their author', found.sets),
    atMostLine('% of single posts with shuffled profiles', found.shuffledPosts, MOST_BY_CHANCE),
    line('% of sets of 20 with shuffled profiles', found.shuffledSets),
  ];
}
