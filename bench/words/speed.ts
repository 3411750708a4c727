import { writerFor } from '../../sandbox/src/llm/writers.ts';
import { judgeBatch } from '../../server/src/features/generation/gate/batch.rules.ts';
import type { Standard } from '../../server/src/features/generation/gate/gate.types.ts';
import { readLexicon } from '../../server/src/features/generation/gate/lists/read-lexicon.ts';
import { createAccount, DRAFTS_OF_ACCOUNT } from './accounts.ts';
import { type CorpusAuthor, standardOf } from './corpus.ts';
import { WRITERS } from './drafts.ts';
import { atMostLine, type Line, line } from './lines.ts';

const BATCH = 20;
/** The maximum CPU seconds for 10,000 drafts. */
const MOST_SECONDS = 5;
const DRAFTS = 10_000;

/** Drafts of one account, and a judge that takes them batch by batch. */
type Pile = { drafts: string[]; createJudge(): (drafts: readonly string[]) => unknown };

/**
 * Judges the corpus and drafts of all writers, `drafts` in total, twice and with only the pure rules.
 * Dictionaries are loaded before. Returns CPU seconds of all threads, scaled to 10,000.
 */
export function measureSpeed(authors: readonly CorpusAuthor[], drafts: number): Line[] {
  const piles = gather(authors, drafts);
  const count = piles.reduce((sum, pile) => sum + pile.drafts.length, 0);
  for (const { language } of authors) readLexicon(language);
  const [first, second] = [judgeAll(piles), judgeAll(piles)];
  const per10k = DRAFTS / count;
  const differing = first.verdicts.filter((verdict, at) => verdict !== second.verdicts[at]).length;
  return [
    line('drafts', count),
    atMostLine('s of one core for 10,000, first run', first.seconds * per10k, MOST_SECONDS),
    atMostLine('s of one core for 10,000, second run', second.seconds * per10k, MOST_SECONDS),
    atMostLine('batches judged differently by the second run', differing, 0),
  ];
}

/** The authors' posts first, then an equal number from each writer. */
function gather(authors: readonly CorpusAuthor[], drafts: number): Pile[] {
  const piles = authors.map((author) => pileOf(author.posts, standardOf(author)));
  const written = Math.max(0, drafts - authors.reduce((sum, { posts }) => sum + posts.length, 0));
  for (const [at, name] of WRITERS.entries()) {
    const share =
      Math.floor((written * (at + 1)) / WRITERS.length) - Math.floor((written * at) / WRITERS.length);
    const write = writerFor(name);
    const isKnown = readLexicon('en');
    for (let from = 0; from < share; from += DRAFTS_OF_ACCOUNT) {
      const number = from / DRAFTS_OF_ACCOUNT;
      const { niche } = createAccount(number, isKnown).standard;
      const count = Math.min(DRAFTS_OF_ACCOUNT, share - from);
      piles.push({
        drafts: Array.from({ length: count }, (_, place) => write({ niche }, from + place)),
        createJudge: () => createAccount(number, isKnown).judge,
      });
    }
  }
  return piles;
}

/** Posts of a person, each batch judged separately. */
function pileOf(posts: string[], standard: Standard): Pile {
  const isKnown = readLexicon(standard.language);
  const beside = { times: [], accepted: [], neighbours: [] };
  return { drafts: posts, createJudge: () => (drafts) => judgeBatch(drafts, standard, beside, isKnown) };
}

function judgeAll(piles: readonly Pile[]): { seconds: number; verdicts: string[] } {
  const judgements: unknown[] = [];
  const before = process.cpuUsage();
  for (const { drafts, createJudge } of piles) {
    const judge = createJudge();
    for (let from = 0; from < drafts.length; from += BATCH)
      judgements.push(judge(drafts.slice(from, from + BATCH)));
  }
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, verdicts: judgements.map((each) => JSON.stringify(each)) };
}
