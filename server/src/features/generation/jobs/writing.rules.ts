import { NICHE_DECLINED } from '@drumbeat/contract/generation/generation.rules.ts';
import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { Judgement } from '../gate/batch.rules.ts';
import { keptRefusals } from '../gate/checks/corrections.rules.ts';
import type { GenerationJob } from '../generation.types.ts';

/**
 * A job is written in batches over several rounds. The first round asks for every post; the next ones (three
 * at most) ask for the missing ones plus a few spares, since some of these will be refused too. After each
 * step any worker can continue.
 */
const MAX_ROUNDS = 4;
/** How many calls in a row may fail to reach the model before the job fails. */
const MAX_FAILURES = 4;
const MIN_BATCH = 5;
const MAX_BATCH = 20;
/**
 * The target number of batches, within the limits above: small batches show progress, large ones are fast.
 */
const BATCHES = 12;
/** How many spares a later round asks for, relative to what is missing. */
const SPARE = 0.2;
/** The share of planned posts with which a job completes when no round is left. */
const ENOUGH = 0.8;

type Writing = Pick<GenerationJob, 'slots' | 'drafts' | 'round' | 'toAsk' | 'failures' | 'refusals'>;

/** The changes of a step. `pauseMs` is the wait before the next step; absent if there is none. */
export type Step = Partial<Writing> & {
  status: 'processing' | 'completed' | 'failed';
  error?: string;
  pauseMs?: number;
};

/** How many posts the next call asks for. */
export function nextAsk(job: Writing): number {
  const batch = Math.min(Math.max(MIN_BATCH, Math.ceil(job.slots.length / BATCHES)), MAX_BATCH);
  return Math.min(job.toAsk, batch);
}

/** The step after an answer: judged texts, or a fault of the whole answer. */
export function afterAnswer(
  job: Writing,
  asked: number,
  answer: Judgement | { fault: 'declined' | 'malformed' },
): Step {
  const accepted = 'fault' in answer ? [] : answer.accepted;
  const drafts = [...job.drafts, ...accepted].slice(0, job.slots.length);
  const refusals = keptRefusals(job.refusals, 'fault' in answer ? [answer] : answer.refused);
  const missing = job.slots.length - drafts.length;
  const common = { drafts, refusals, failures: 0 };
  if (missing === 0) return { ...common, toAsk: 0, status: 'completed' };

  const toAsk = Math.min(withSpare(missing), Math.max(0, job.toAsk - asked));
  if (toAsk > 0) return { ...common, toAsk, status: 'processing', pauseMs: 0 };
  if (job.round < MAX_ROUNDS) {
    return { ...common, round: job.round + 1, toAsk: withSpare(missing), status: 'processing', pauseMs: 0 };
  }
  if (drafts.length >= job.slots.length * ENOUGH)
    return { ...common, slots: job.slots.slice(0, drafts.length), toAsk: 0, status: 'completed' };
  const declined =
    drafts.length === 0 && refusals.every(({ fault }) => fault === 'declined' || fault === 'refusal');
  return { ...common, toAsk: 0, status: 'failed', error: declined ? texts.declined : texts.tooFew };
}

function withSpare(missing: number): number {
  return missing + Math.ceil(missing * SPARE);
}

/** The step after a call that did not reach the model: retry with growing pauses, then fail. */
export function afterFailure(job: Writing): Step {
  const failures = job.failures + 1;
  if (failures >= MAX_FAILURES) return { failures, status: 'failed', error: texts.unavailable };
  return { failures, status: 'processing', pauseMs: 2_000 * 4 ** (failures - 1) };
}

const texts = {
  declined: `${NICHE_DECLINED} Choose another niche under Settings, then generate again. This didn't use a generation.`,
  tooFew: "Too few drafts were good enough. Please generate again. This didn't use a generation.",
  unavailable:
    "The AI cannot be reached right now. Please generate again in a few minutes. This didn't use a generation.",
} as const;

/**
 * A running job without an update for this long has lost its worker; the longest pause between steps is 32 s.
 */
export const STALE_AFTER_MS = 15 * MINUTE_MS;
export const STOPPED_TEXT =
  "Writing stopped before it finished. Please generate again. This didn't use a generation.";
