import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { DraftPost } from '@drumbeat/contract/generation.ts';
import { generationStrings } from './generation.strings.ts';

const POLL_MS = 5_000;
const POLL_ATTEMPTS = 60;

export type JobStatus = CallOutput<'GET /api/posts/generation-status/:jobId'>;
export type JobResult = { posts: DraftPost[]; isInTrial: boolean; daysText: string };

/** A look at the job that did not succeed: `status` as HTTP gives it, 0 where no answer came. */
export type Unanswered = { status: number; requestId?: string | undefined };

export type PollParts = {
  look: () => Promise<JobStatus | Unanswered>;
  /** Rejects when the poll is to stop. */
  wait: (ms: number) => Promise<void>;
  onProgress: (progress: number, message: string) => void;
};

/** A job that ended without posts; `requestId` where a failed answer carried one. */
export class JobError extends Error {
  readonly requestId: string | undefined;
  /** False where the job may still be running, so that looking again makes sense. */
  readonly isFinal: boolean;

  constructor(message: string, options: { requestId?: string | undefined; isFinal?: boolean } = {}) {
    super(message);
    this.name = 'JobError';
    this.requestId = options.requestId;
    this.isFinal = options.isFinal ?? true;
  }
}

function isAnswer(seen: JobStatus | Unanswered): seen is JobStatus {
  return typeof seen.status === 'string';
}

/** No answer, a timeout, too many requests, a server in trouble: the job itself may be well. */
function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

function resultOf(job: JobStatus): JobResult {
  if (!job.result || !Array.isArray(job.result.posts) || job.result.posts.length === 0) {
    throw new JobError(generationStrings.badResult);
  }
  return job.result;
}

/** Looks at a job every 5 seconds, at most 60 times, until it is completed or failed. */
export async function pollJob(parts: PollParts): Promise<JobResult> {
  for (let attempt = 1; attempt <= POLL_ATTEMPTS; attempt += 1) {
    const seen = await parts.look();
    if (isAnswer(seen)) {
      if (seen.status === 'completed') return resultOf(seen);
      if (seen.status === 'failed') throw new JobError(seen.error || generationStrings.jobFailed);
      parts.onProgress(seen.progress, seen.message);
    } else if (seen.status === 404) {
      throw new JobError(generationStrings.jobGone, { requestId: seen.requestId });
    } else if (!isPassing(seen.status)) {
      throw new JobError(generationStrings.httpError(seen.status), { requestId: seen.requestId });
    }
    await parts.wait(POLL_MS);
  }
  throw new JobError(generationStrings.timedOut, { isFinal: false });
}
