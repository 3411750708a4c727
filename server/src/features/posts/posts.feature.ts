import { feature } from '../../platform/feature.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { registerOwnPostsRoutes } from './own-posts.routes.ts';
import { registerPostsAdminRoutes } from './posts.admin.routes.ts';
import type { PostsDeps } from './posts.deps.ts';
import { registerPostsRoutes } from './posts.routes.ts';
import { deleteOldRequests } from './save/delete-old-requests.ts';

export const posts = feature({
  routes: [registerPostsRoutes, registerOwnPostsRoutes, registerPostsAdminRoutes],
  jobs: postsQueues,
});

function postsQueues(deps: Pick<PostsDeps, 'db' | 'clock'>): Queue<never>[] {
  return [
    {
      name: queues.deleteOldRequests,
      cron: '47 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
      handle: () => deleteOldRequests(deps),
    },
  ];
}
