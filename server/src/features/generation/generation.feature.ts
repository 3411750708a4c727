import { feature } from '../../platform/feature.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { registerGenerationAdminRoutes, registerGenerationRoutes } from './generation.routes.ts';
import type { GenerationDeps } from './generation.types.ts';
import { deleteOldJobs } from './jobs/find-jobs.ts';

export const generation = feature({
  routes: [registerGenerationRoutes, registerGenerationAdminRoutes],
  jobs: generationQueues,
});

function generationQueues(deps: GenerationDeps): Queue<never>[] {
  const write: Queue<{ jobId: string }> = {
    name: queues.writePosts,
    // For crashes of the worker or an unreachable database; failures of the model are counted by the job
    // itself.
    retryLimit: 8,
    retryDelay: 2,
    // A step is one call of the model, whose own deadline is 60 s.
    expireInSeconds: 90,
    concurrency: 4,
    async handle({ jobId }, context) {
      // Loaded on demand: the gate's lists, detectors and dictionaries take some 7 MB.
      const { writePosts } = await import('./jobs/write-posts.ts');
      return writePosts(deps, jobId, context);
    },
  };
  return [
    write,
    {
      name: queues.deleteOldJobs,
      cron: '41 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldJobs(deps),
    },
  ];
}
