import { DAY_MS } from '@drumbeat/contract/time.ts';
import { areAlike, shinglesOf } from '../../alike/similarity.rules.ts';
import { tidyDraft } from '../jobs/drafts.rules.ts';
import { formOf } from './checks/forms.rules.ts';
import { openingOf } from './checks/words.rules.ts';
import { refusalOf } from './gate.rules.ts';
import type { Lexicon, Refusal, Standard } from './gate.types.ts';
import { THRESHOLDS } from './thresholds.rules.ts';

export type Judgement = { accepted: string[]; refused: ({ text: string } & Refusal)[] };

/** The context of a batch of drafts. Times are in ms since the epoch. */
export type Batch = {
  /** The planned times; accepted drafts take them in order. */
  times: readonly number[];
  /** Drafts accepted earlier. */
  accepted: readonly string[];
  /** The account's existing posts; `at` is null if a post has no time. */
  neighbours: readonly { text: string; at: number | null }[];
};

/**
 * Sorts new drafts, in order, into accepted and refused ones: each by itself, and compared with existing
 * posts.
 */
export function judgeBatch(
  drafts: readonly string[],
  standard: Standard,
  batch: Batch,
  isKnown: Lexicon,
): Judgement {
  const accepted = [...batch.accepted];
  const known = [...batch.neighbours.map(({ text }) => text), ...accepted].map(shinglesOf);
  const judgement: Judgement = { accepted: [], refused: [] };
  for (const draft of drafts) {
    const text = tidyDraft(draft);
    const shingles = shinglesOf(text);
    const refusal =
      refusalOf(text, standard, isKnown) ??
      (known.some((other) => areAlike(shingles, other)) ? { fault: 'too_similar' as const } : undefined) ??
      repetitionOf(text, accepted, batch);
    if (refusal) judgement.refused.push({ text, ...refusal });
    else {
      accepted.push(text);
      known.push(shingles);
      judgement.accepted.push(text);
    }
  }
  return judgement;
}

function repetitionOf(text: string, accepted: readonly string[], batch: Batch): Refusal | undefined {
  const opening = openingOf(text);
  const planned = Math.max(batch.times.length, accepted.length + 1);
  const openings = accepted.map((other) => openingOf(other));
  const repeats = openings.length - new Set(openings).size + (openings.includes(opening) ? 1 : 0);
  if (repeats > Math.floor(planned * THRESHOLDS.repeatedOpenings) || opensSoon(opening, openings, batch))
    return { fault: 'same_opening', quote: opening };
  const form = formOf(text);
  if (!form || planned < THRESHOLDS.postsForForms) return undefined;
  const same = accepted.filter((other) => formOf(other) === form).length + 1;
  return same > Math.floor(planned * THRESHOLDS.sameForm) ? { fault: 'same_form', quote: form } : undefined;
}

/** Whether a post within `openerDays` of the next slot has the same opening. */
function opensSoon(opening: string, openings: readonly string[], { times, neighbours }: Batch): boolean {
  const at = times[openings.length];
  if (at === undefined) return openings.includes(opening);
  const isSoon = (other: number | null | undefined) =>
    other !== null && other !== undefined && Math.abs(other - at) < THRESHOLDS.openerDays * DAY_MS;
  return (
    openings.some((one, index) => one === opening && isSoon(times[index])) ||
    neighbours.some((one) => isSoon(one.at) && openingOf(one.text) === opening)
  );
}
