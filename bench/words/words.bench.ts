import { refusalOf } from '../../server/src/features/generation/gate/gate.rules.ts';
import { readLexicon } from '../../server/src/features/generation/gate/lists/read-lexicon.ts';
import { tidyDraft } from '../../server/src/features/generation/jobs/drafts.rules.ts';
import { readNumbers, takeTexts } from '../support/options.ts';
import type { Report } from '../support/report.ts';
import { measureAttribution } from './attribution.ts';
import { type CorpusAuthor, readCorpus, standardOf } from './corpus.ts';
import { measureDrafts, WRITERS } from './drafts.ts';
import { atLeastLine, atMostLine, type Line, line, percentOf, reportOf } from './lines.ts';
import { measureSpeed } from './speed.ts';

/** The maximum percentage of human posts that may be refused. */
const MOST_REFUSED = 5;

/** What the gate refuses for one half of the authors. */
type Half = { posts: number; refused: number; faults: Map<string, number>; examples: string[] };

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

/**
 * Judges every post by its author's language, niche and fact sheet. Reports a few refused posts of the half
 * that the gate was tuned on, and none of the held-out half.
 */
function measureHumans(authors: readonly CorpusAuthor[], tell: (text: string) => void): Line[] {
  const heldOut = judgeAll(authors.filter(({ isHeldOut }) => isHeldOut));
  const known = judgeAll(authors.filter(({ isHeldOut }) => !isHeldOut));
  for (const example of known.examples) tell(`refused of a person: ${example}`);
  return [
    atMostLine('held-out authors: % refused', percentOf(heldOut.refused, heldOut.posts), MOST_REFUSED),
    line('held-out authors: posts', heldOut.posts),
    ...linesOfFaults('held-out authors', heldOut.faults),
    line('authors the gate was set on: % refused', percentOf(known.refused, known.posts)),
    ...linesOfFaults('authors the gate was set on', known.faults),
  ];
}

function judgeAll(authors: readonly CorpusAuthor[]): Half {
  const half: Half = { posts: 0, refused: 0, faults: new Map(), examples: [] };
  for (const author of authors) {
    const standard = standardOf(author);
    const isKnown = readLexicon(author.language);
    for (const post of author.posts) {
      half.posts += 1;
      const refusal = refusalOf(tidyDraft(post), standard, isKnown);
      if (!refusal) continue;
      half.refused += 1;
      half.faults.set(refusal.fault, (half.faults.get(refusal.fault) ?? 0) + 1);
      if (!author.isHeldOut && half.examples.length < 10)
        half.examples.push(`${refusal.fault} (${refusal.quote ?? 'as a whole'}): ${post}`);
    }
  }
  return half;
}

function linesOfFaults(whose: string, faults: ReadonlyMap<string, number>): Line[] {
  return [...faults]
    .sort(([, a], [, b]) => b - a)
    .map(([fault, count]) => line(`${whose}: refused as ${fault}`, count));
}
