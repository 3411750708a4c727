/** Follows a generation job poll by poll. Pure, except for the `look` function it is given. */
import type { CallOutput } from '@drumbeat/contract/calls.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { generationStrings } from './generation.strings.ts';

const POLL_MS = 5_000;
const POLL_ATTEMPTS = 60;

export type JobStatus = CallOutput<'GET /api/posts/generation-status/:jobId'>;
export type JobResult = { posts: DraftPost[]; isInTrial: boolean; daysText: string };

/** A failed poll of the job: `status` is the HTTP status, 0 if no answer came. */
export type Unanswered = { status: number; requestId?: string | undefined };

type Verdict =
  | { do: 'wait'; progress: number; message: string }
  | { do: 'end'; result: JobResult }
  | { do: 'fail'; error: JobError };

/** What is known of a job after this many polls. */
export type Poll = { looks: number; verdict: Verdict };

/** A job that ended without posts; `requestId` is set if a failed answer carried one. */
export class JobError extends Error {
  readonly requestId: string | undefined;
  /** False if the job may still be running, so that polling again makes sense. */
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

/** No answer, a timeout, a rate limit or a server error: the job itself may be fine. */
function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

function fail(message: string, requestId?: string): Verdict {
  return { do: 'fail', error: new JobError(message, { requestId }) };
}

function judgeAnswer({ status, result, error, progress, message }: JobStatus): Verdict {
  if (status === 'failed') return fail(error || generationStrings.jobFailed);
  if (status !== 'completed') return { do: 'wait', progress, message };
  const isUsable = result && Array.isArray(result.posts) && result.posts.length > 0;
  return isUsable ? { do: 'end', result } : fail(generationStrings.badResult);
}

/** The verdict of a poll. A poll without an answer keeps the previous verdict. */
function judge(seen: JobStatus | Unanswered, before: Poll | undefined): Verdict {
  if (isAnswer(seen)) return judgeAnswer(seen);
  if (seen.status === 404) return fail(generationStrings.jobGone, seen.requestId);
  if (!isPassing(seen.status)) return fail(generationStrings.httpError(seen.status), seen.requestId);
  return before?.verdict.do === 'wait' ? before.verdict : { do: 'wait', progress: 0, message: '' };
}

/** Polls once more, or fails after 60 polls. The caller waits 5 seconds in between. */
export async function lookOnce(
  before: Poll | undefined,
  look: () => Promise<JobStatus | Unanswered>,
): Promise<Poll> {
  const looks = (before?.looks ?? 0) + 1;
  if (looks <= POLL_ATTEMPTS) return { looks, verdict: judge(await look(), before) };
  const error = new JobError(generationStrings.timedOut, { isFinal: false });
  return { looks, verdict: { do: 'fail', error } };
}

/** Milliseconds until the next poll; false once the job has ended. */
export function untilNextLook(poll: Poll | undefined): number | false {
  return !poll || poll.verdict.do === 'wait' ? POLL_MS : false;
}
