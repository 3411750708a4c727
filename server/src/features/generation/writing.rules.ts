import { NICHE_DECLINED } from '@drumbeat/contract/generation.rules.ts';
import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { Judgement } from './drafts.rules.ts';
import type { AnswerFault, GenerationJob } from './generation.types.ts';

/**
 * How a job is written: pass after pass over what is missing, in batches. The first round asks for every post, the
 * next ones (three at most) for those that were refused. Each step leaves a state from which any worker can go on.
 */
const MAX_ROUNDS = 4;
/** How many calls in a row may fail to reach the model. */
const MAX_FAILURES = 4;
const MIN_BATCH = 5;
const MAX_BATCH = 20;
/** The number of batches of a job, within the limits above: small batches show progress, large ones are fast. */
const BATCHES = 12;

type Writing = Pick<GenerationJob, 'slots' | 'drafts' | 'round' | 'toAsk' | 'failures' | 'faults'>;

/** What a step changes. `pauseMs` is the wait before the next step; absent if there is none. */
export type Step = Partial<Omit<Writing, 'slots'>> & {
  status: 'processing' | 'completed' | 'failed';
  error?: string;
  pauseMs?: number;
};

/** How many posts the next call asks for. */
export function nextAsk(job: Writing): number {
  const batch = Math.min(Math.max(MIN_BATCH, Math.ceil(job.slots.length / BATCHES)), MAX_BATCH);
  return Math.min(job.toAsk, batch);
}

/** The step after an answer: texts that were judged, or one that could not be used at all. */
export function afterAnswer(
  job: Writing,
  asked: number,
  answer: Judgement | { fault: 'declined' | 'malformed' },
): Step {
  const accepted = 'fault' in answer ? [] : answer.accepted;
  const newFaults = 'fault' in answer ? [answer.fault] : answer.rejected.map(({ fault }) => fault);
  const drafts = [...job.drafts, ...accepted].slice(0, job.slots.length);
  const faults = [...new Set([...job.faults, ...newFaults])];
  const missing = job.slots.length - drafts.length;
  const common = { drafts, faults, failures: 0 };
  if (missing === 0) return { ...common, toAsk: 0, status: 'completed' };

  const toAsk = Math.min(missing, Math.max(0, job.toAsk - asked));
  if (toAsk > 0) return { ...common, toAsk, status: 'processing', pauseMs: 0 };
  if (job.round < MAX_ROUNDS) {
    return { ...common, round: job.round + 1, toAsk: missing, status: 'processing', pauseMs: 0 };
  }
  const declined =
    drafts.length === 0 && faults.every((fault) => fault === 'declined' || fault === 'refusal');
  return { ...common, toAsk: 0, status: 'failed', error: declined ? texts.declined : texts.tooFew };
}

/** The step after a call that did not reach the model: wait and try again, longer each time, then give up. */
export function afterFailure(job: Writing): Step {
  const failures = job.failures + 1;
  if (failures >= MAX_FAILURES) return { failures, status: 'failed', error: texts.unavailable };
  return { failures, status: 'processing', pauseMs: 2_000 * 4 ** (failures - 1) };
}

const texts = {
  declined: `${NICHE_DECLINED} Choose another niche under Settings, then generate again. This didn't use a generation.`,
  tooFew:
    "Too many drafts were too long or too similar. Please generate again. This didn't use a generation.",
  unavailable:
    "The AI cannot be reached right now. Please generate again in a few minutes. This didn't use a generation.",
} as const;

/** A running job that was not touched for so long has lost its worker for good: the longest pause is 32 s. */
export const STALE_AFTER_MS = 15 * MINUTE_MS;
export const STOPPED_TEXT =
  "Writing stopped before it finished. Please generate again. This didn't use a generation.";

const corrections = {
  empty: 'Leave no post empty.',
  too_long: 'Stay well below 280 characters: aim for 200.',
  has_link: 'Write no link, address or domain name.',
  too_many_cashtags: 'Use at most one cashtag in a post.',
  refusal: 'Write only posts; say nothing about yourself.',
  too_similar: 'Make every post clearly different from all others in idea and wording.',
  declined: 'Stay with harmless, factual aspects of the niche.',
  malformed: 'Answer with JSON of the given form and nothing else.',
} as const satisfies Record<AnswerFault, string>;

/** What the model is told about earlier answers. */
export function correctionsFor(faults: readonly AnswerFault[]): string[] {
  return faults.map((fault) => corrections[fault]);
}
