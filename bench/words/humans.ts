import { refusalOf } from '../../server/src/features/generation/gate/gate.rules.ts';
import { readLexicon } from '../../server/src/features/generation/gate/lists/read-lexicon.ts';
import { tidyDraft } from '../../server/src/features/generation/jobs/drafts.rules.ts';
import { type CorpusAuthor, standardOf } from './corpus.ts';
import { atMostLine, type Line, line, percentOf } from './lines.ts';

/** The maximum percentage of human posts that may be refused. */
const MOST_REFUSED = 5;

/** What the gate refuses for one half of the authors. */
type Half = { posts: number; refused: number; faults: Map<string, number>; examples: string[] };

/**
 * Judges every post by its author's language, niche and fact sheet. Reports a few refused posts of the half
 * that the gate was tuned on, and none of the held-out half.
 */
export function measureHumans(authors: readonly CorpusAuthor[], tell: (text: string) => void): Line[] {
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
