import * as calls from '@drumbeat/contract/news/news.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { getNews } from './get-news.ts';
import type { NewsDeps } from './news.deps.ts';

export function registerNewsRoutes(app: FastifyInstance, deps: NewsDeps): void {
  route(app, calls.getSummarizedNews, ({ actor }) => getNews(deps, actor, { force: false }));
  route(app, calls.checkFreshNews, ({ actor, query }) => getNews(deps, actor, query));
}
