/** The generation job of this tab: begun here or found again after a reload, followed until its posts are there. */
import { useEffect, useState } from 'react';
import { queryClient, queryKeys } from '../../api/query.ts';
import { readJob, type StoredJob, writeJob } from './job-storage.ts';
import { JobError, type JobResult, pollJob } from './poll-job.ts';
import { lookAtJob, type Order, startJob } from './start-job.ts';

export type GenerationState =
  | { phase: 'none' }
  | { phase: 'starting' }
  | { phase: 'running'; job: StoredJob; progress: number; message: string }
  | { phase: 'drafts'; job: StoredJob; result: JobResult }
  | { phase: 'failed'; job: StoredJob | null; error: JobError };

function running(job: StoredJob, progress = 0, message = ''): GenerationState {
  return { phase: 'running', job, progress, message };
}

function waiterOf(signal: AbortSignal): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
}

function found(): GenerationState {
  const job = readJob(sessionStorage);
  return job ? running(job) : { phase: 'none' };
}

/** A failure as the screen keeps it; a job that may still run stays known, so that one can look again. */
function failed(job: StoredJob | null, cause: unknown): GenerationState {
  const error = cause instanceof JobError ? cause : new JobError(String(cause));
  if (error.isFinal) writeJob(sessionStorage, null);
  return { phase: 'failed', job: error.isFinal ? null : job, error };
}

export function useGenerationJob() {
  const [state, setState] = useState<GenerationState>(found);
  const job = state.phase === 'running' ? state.job : null;

  useEffect(() => {
    if (!job) return;
    const abort = new AbortController();
    const { signal } = abort;
    pollJob({
      look: () => lookAtJob(job.jobId, signal),
      wait: waiterOf(signal),
      onProgress: (progress, message) => {
        if (!signal.aborted) setState(running(job, progress, message));
      },
    }).then(
      (result) => {
        if (signal.aborted) return;
        setState({ phase: 'drafts', job, result });
        // A completed job counts against the account's generations.
        void queryClient.invalidateQueries({ queryKey: queryKeys.accountUsage(job.accountId) });
      },
      (error: unknown) => {
        if (!signal.aborted) setState(failed(job, error));
      },
    );
    return () => abort.abort();
  }, [job]);

  async function start(accountId: string, order: Order): Promise<void> {
    setState({ phase: 'starting' });
    try {
      const begun = { jobId: await startJob(order), accountId };
      writeJob(sessionStorage, begun);
      setState(running(begun));
    } catch (error) {
      setState(failed(null, error));
    }
  }

  function forget(): void {
    writeJob(sessionStorage, null);
    setState({ phase: 'none' });
  }

  function lookAgain(): void {
    if (state.phase === 'failed') setState(state.job ? running(state.job) : { phase: 'none' });
  }

  return { state, start, forget, lookAgain };
}
