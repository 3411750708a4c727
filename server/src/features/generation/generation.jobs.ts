import type { Queue } from '../../platform/jobs.ts';
import { forgetOldJobs } from './forget-old-jobs.ts';
import type { GenerationDeps } from './generation.deps.ts';
import { WRITE_QUEUE } from './queue.ts';
import { writePosts } from './write-posts.ts';

export function generationQueues(deps: GenerationDeps): Queue<never>[] {
  const write: Queue<{ jobId: string }> = {
    name: WRITE_QUEUE,
    // Retries after a crash or a lost database; the job itself counts failures of the model.
    retryLimit: 8,
    retryDelay: 2,
    // A step is one call of the model, whose own deadline is 60 s.
    expireInSeconds: 90,
    concurrency: 4,
    handle: ({ jobId }, context) => writePosts(deps, jobId, context),
  };
  return [
    write,
    {
      name: 'generation.forget-old',
      cron: '41 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => forgetOldJobs(deps),
    },
  ];
}
