import * as calls from '@drumbeat/contract/news/news.ts';
import type { FastifyInstance } from 'fastify';
import { feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { Queue } from '../../platform/jobs.ts';
import { queues } from '../../platform/queues.ts';
import { getNews } from './get-news.ts';
import type { NewsDeps } from './news.deps.ts';
import { refreshNews } from './refresh-news.ts';

export const news = feature({ routes: [registerNewsRoutes], jobs: newsQueues });

function registerNewsRoutes(app: FastifyInstance, deps: NewsDeps): void {
  route(app, calls.getSummarizedNews, ({ actor }) => getNews(deps, actor, { force: false }));
  route(app, calls.checkFreshNews, ({ actor, query }) => getNews(deps, actor, query));
}

function newsQueues(deps: NewsDeps): Queue<never>[] {
  const refresh: Queue<{ niche: string; claimedAt: string }> = {
    name: queues.refreshNews,
    // No retries: the next reader claims it again.
    retryLimit: 0,
    retryDelay: 0,
    // The feed may take 10 s, the model 60 s.
    expireInSeconds: 90,
    concurrency: 2,
    handle: ({ niche, claimedAt }, context) => refreshNews(deps, { niche, at: new Date(claimedAt) }, context),
  };
  return [refresh];
}
