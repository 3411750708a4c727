/** A person's generation job: started here or found in storage, and followed until its posts are ready. */

import type { CallInput } from '@drumbeat/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { invalidate, keyOf, queryClient } from '../../api/query.ts';
import { getToken } from '../../api/session.ts';
import { generationStrings } from './generation.strings.ts';
import { readJob, type StoredJob, writeJob } from './job-storage.ts';
import {
  JobError,
  type JobResult,
  type JobStatus,
  lookOnce,
  type Poll,
  type Unanswered,
  untilNextLook,
} from './poll-job.ts';

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

export type GenerationState =
  | { phase: 'none' }
  | { phase: 'starting' }
  | { phase: 'running'; job: StoredJob; progress: number; message: string }
  | { phase: 'drafts'; job: StoredJob; result: JobResult }
  | { phase: 'failed'; job: StoredJob | null; error: JobError };

/** The state that the tab itself knows; the poll reports the state of the job. */
type Stage =
  | { phase: 'none' }
  | { phase: 'starting' }
  | { phase: 'refused'; error: JobError }
  | { phase: 'following'; job: StoredJob; round: number };

function found(person: string): Stage {
  const job = readJob(localStorage, person);
  return job ? { phase: 'following', job, round: 1 } : { phase: 'none' };
}

function asJobError(cause: unknown): JobError {
  return cause instanceof JobError ? cause : new JobError(String(cause));
}

/** Polls the job. When it ends, refetches the usage; a lost job is forgotten. */
async function follow(
  { job, person }: { job: StoredJob; person: string },
  before: Poll | undefined,
  signal: AbortSignal,
): Promise<Poll> {
  const poll = await lookOnce(before, () => lookAtJob(job.jobId, signal)).catch((cause: unknown): Poll => {
    if (signal.aborted) throw cause;
    return { looks: 0, verdict: { do: 'fail', error: asJobError(cause) } };
  });
  // A completed job counts as one of the account's generations.
  if (poll.verdict.do === 'end') void invalidate('GET /api/twitter/accounts/:id/usage');
  if (poll.verdict.do === 'fail' && poll.verdict.error.isFinal) writeJob(localStorage, person, null);
  return poll;
}

/** Polls every 5 seconds, also in the background and offline. */
function usePoll(stage: Stage, person: string): Poll | undefined {
  const following = stage.phase === 'following' ? stage : null;
  const params = { jobId: following?.job.jobId ?? '' };
  const queryKey = [
    ...keyOf('GET /api/posts/generation-status/:jobId', { params }),
    following?.round,
  ] as const;
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      if (!following) throw new Error('There is no job to follow');
      return follow({ job: following.job, person }, queryClient.getQueryData<Poll>(queryKey), signal);
    },
    enabled: following !== null,
    refetchInterval: (query) => untilNextLook(query.state.data),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    structuralSharing: false,
    retry: false,
    gcTime: 0,
  });
  return following ? data : undefined;
}

function stateOf(stage: Stage, poll: Poll | undefined): GenerationState {
  if (stage.phase === 'refused') return { phase: 'failed', job: null, error: stage.error };
  if (stage.phase !== 'following') return stage;
  const { job } = stage;
  const verdict = poll?.verdict ?? { do: 'wait', progress: 0, message: '' };
  switch (verdict.do) {
    case 'wait':
      return { phase: 'running', job, progress: verdict.progress, message: verdict.message };
    case 'end':
      return { phase: 'drafts', job, result: verdict.result };
    case 'fail':
      // A job that may still be running is kept, so that polling can continue.
      return { phase: 'failed', job: verdict.error.isFinal ? null : job, error: verdict.error };
  }
}

export function useGenerationJob(person: string) {
  const [stage, setStage] = useState<Stage>(() => found(person));
  const state = stateOf(stage, usePoll(stage, person));

  async function start(accountId: string, order: Order): Promise<void> {
    setStage({ phase: 'starting' });
    try {
      const job = { jobId: await startJob(order), accountId };
      writeJob(localStorage, person, job);
      setStage({ phase: 'following', job, round: 1 });
    } catch (error) {
      setStage({ phase: 'refused', error: asJobError(error) });
    }
  }

  function forget(): void {
    writeJob(localStorage, person, null);
    setStage({ phase: 'none' });
  }

  function lookAgain(): void {
    const mayStillRun = stage.phase === 'following' && state.phase === 'failed' && state.job !== null;
    setStage(mayStillRun ? { ...stage, round: stage.round + 1 } : { phase: 'none' });
  }

  return { state, start, forget, lookAgain };
}
