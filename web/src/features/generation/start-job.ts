import type { CallInput } from '@drumbeat/contract/calls.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { getToken } from '../../api/session.ts';
import { generationStrings } from './generation.strings.ts';
import { JobError, type JobStatus, type Unanswered } from './poll-job.ts';

export type Order = CallInput<'POST /api/posts/generate-posts'>['body'];

/** The message for a refused start: the server's if there is one, otherwise the status. */
export function startError(error: unknown): JobError {
  if (!(error instanceof ApiError)) return new JobError(generationStrings.badJob);
  const { requestId, status } = error;
  if (error.code === 'GENERATION_NOT_ALLOWED') {
    return new JobError(error.message || generationStrings.notAllowed, { requestId });
  }
  return new JobError(status === 0 ? error.message : generationStrings.httpError(status), { requestId });
}

/** Starts a job and returns its id. */
export async function startJob(order: Order): Promise<string> {
  if (!getToken()) throw new JobError(generationStrings.noToken);
  let answer: { jobId?: unknown } | undefined;
  try {
    answer = await call('POST /api/posts/generate-posts', { body: order });
  } catch (error) {
    throw startError(error);
  }
  if (typeof answer?.jobId !== 'string' || answer.jobId === '') throw new JobError(generationStrings.badJob);
  return answer.jobId;
}

/** Polls a job once. */
export async function lookAtJob(jobId: string, signal: AbortSignal): Promise<JobStatus | Unanswered> {
  try {
    return await call(
      'GET /api/posts/generation-status/:jobId',
      { params: { jobId } },
      { signal, background: true },
    );
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, requestId: error.requestId };
    throw error;
  }
}
