import { readNumbers, takeTexts } from '../support/options.ts';
import type { Report } from '../support/report.ts';
import { measureAttribution } from './attribution.ts';
import { measureBill } from './bill.ts';
import { readCorpus } from './corpus.ts';
import { measureDrafts, WRITERS } from './drafts.ts';
import { measureHumans } from './humans.ts';
import { measureInstallation } from './installation.ts';
import { atLeastLine, atMostLine, type Line, line, reportOf } from './lines.ts';
import { measureLookUp } from './look-up.ts';
import { measureSpeed } from './speed.ts';

const LEAST_ATTRIBUTED = 60;
const MOST_BY_CHANCE = 10;
const MOST_LOOK_UP_MS = 20;
const POSTS = 100_000;
const ALL_POSTS = 1_000_000;

const sizes = {
  /** Authors of the corpus, from the first. */
  authors: 44,
  /** Drafts per writer. */
  drafts: 10_000,
  /** Accounts on the installation of the good writer, and of each other one. */
  accounts: 200,
  few: 10,
  /** Drafts judged for speed. */
  judged: 10_000,
  /** Posts published for the bill. */
  billed: 10_000,
  'look-ups': 300,
};
type Sizes = typeof sizes & { posts: number };
type Tell = (text: string) => void;
type Measure = (sizes: Sizes, tell: Tell, writers: typeof WRITERS) => Promise<Line[]>;

const parts: Readonly<Record<string, Measure>> = {
  humans: async ({ authors }, tell) => measureHumans(readCorpus().slice(0, authors), tell),
  writers: ({ drafts }, tell, writers) => measureDrafts({ writers, drafts }, tell),
  installation: ({ accounts, few }, tell, writers) => measureInstallation({ writers, accounts, few }, tell),
  attribution: async ({ authors }) => linesOfAttribution(authors),
  speed: async ({ authors, judged }) => measureSpeed(readCorpus().slice(0, authors), judged),
  'look-up': linesOfLookUp,
  bill: ({ billed }) => linesOfBill(billed),
};

/**
 * `npm run bench -- words [PART …]`: what the rules of generation refuse and accept, how well a voice
 * identifies its author, and how fast and expensive all that is. Runs all parts by default. `--full` looks up
 * among a million posts.
 */
export async function words(args: string[], tell: Tell): Promise<Report> {
  const { named, rest: options } = takeParts(args);
  const { texts, rest } = takeTexts(
    options.filter((each) => each !== '--full'),
    ['writers'],
  );
  const posts = options.includes('--full') ? ALL_POSTS : POSTS;
  const numbers = readNumbers(rest, { ...sizes, posts });
  const writers = WRITERS.filter((name) => new RegExp(texts.writers ?? '.').test(name));
  const measured: { part: string; lines: Line[] }[] = [];
  for (const part of named) {
    const begun = performance.now();
    const lines = (await parts[part]?.(numbers, tell, writers as unknown as typeof WRITERS)) ?? [];
    measured.push({ part, lines });
    tell(`${part}: done in ${Math.round((performance.now() - begun) / 1000)} s`);
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

async function linesOfLookUp({ posts, 'look-ups': lookUps }: Sizes, tell: Tell): Promise<Line[]> {
  // The pattern matches no rival: `npm run bench -- look-up` compares them.
  const { contenders } = await measureLookUp({ posts, lookUps, only: '^$', tell });
  const [ours] = contenders;
  return [
    line('posts', posts),
    atMostLine('ms, p95, where there is an alike post', ours?.alike.p95 ?? Number.NaN, MOST_LOOK_UP_MS),
    atMostLine('ms, p95, where there is none', ours?.unlike.p95 ?? Number.NaN, MOST_LOOK_UP_MS),
    line('% of reworded posts found', 100 * (ours?.found ?? Number.NaN)),
  ];
}

async function linesOfBill(posts: number): Promise<Line[]> {
  const { withLink, forecastMicros, billMicros } = await measureBill({ posts });
  return [
    line('posts', posts),
    line('posts with a link', withLink),
    line('cents forecast', forecastMicros / 10_000),
    line('cents on the bill', billMicros / 10_000),
    atMostLine('cents between them', Math.abs(forecastMicros - billMicros) / 10_000, 0),
  ];
}
