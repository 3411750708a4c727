import * as calls from '@drumbeat/contract/niches/niches.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { NichesDeps } from './niches.types.ts';
import { nicheView } from './niches.view.ts';
import { requestNiche } from './request-niche.ts';
import { listPopularNiches, searchNiches } from './search-niches.ts';

export function registerNichesRoutes(app: FastifyInstance, deps: NichesDeps): void {
  route(app, calls.searchNiches, async ({ query, visitor }) => {
    const found = await searchNiches(deps, query, visitor.origin);
    return { results: found.map(nicheView) };
  });

  route(app, calls.popularNiches, async ({ visitor }) => {
    const found = await listPopularNiches(deps, visitor.origin);
    return { results: found.map(nicheView) };
  });

  route(app, calls.requestNiche, async ({ actor, body }) => {
    await requestNiche(deps, actor, body);
    return { message: `Thank you! We'll review “${body.name}” and add it if it fits.` };
  });
}
