import * as calls from '@drumbeat/contract/niches/niches.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { createNiche, deleteNiche, updateNiche } from './edit-niches.ts';
import { listAllNiches } from './niches.queries.ts';
import type { NichesDeps } from './niches.types.ts';
import { nicheRequestView, staffNicheView } from './niches.view.ts';
import { approveNicheRequest, deleteNicheRequest, listNicheRequests } from './request-niche.ts';

export function registerNichesAdminRoutes(
  app: FastifyInstance,
  deps: Pick<NichesDeps, 'db' | 'clock'>,
): void {
  route(app, calls.listNiches, async () => ({ niches: (await listAllNiches(deps.db)).map(staffNicheView) }));
  route(app, calls.createNiche, async ({ actor, body }) => ({
    niche: staffNicheView(await createNiche(deps, actor, body)),
  }));
  route(app, calls.updateNiche, async ({ actor, params, body }) => ({
    niche: staffNicheView(await updateNiche(deps, actor, { ...params, ...body })),
  }));
  route(app, calls.deleteNiche, async ({ actor, params, body }) => ({
    message: await deleteNiche(deps, actor, { ...params, ...body }),
  }));
  route(app, calls.listNicheRequests, async ({ actor, query }) => ({
    requests: (await listNicheRequests(deps, actor, query)).map((each) =>
      nicheRequestView(each, query.sensitive),
    ),
  }));
  route(app, calls.approveNicheRequest, async ({ actor, params, body }) => {
    const { message, niche } = await approveNicheRequest(deps, actor, { ...params, ...body });
    return { message, niche: staffNicheView(niche) };
  });
  route(app, calls.deleteNicheRequest, async ({ actor, params, body }) => ({
    message: await deleteNicheRequest(deps, actor, { ...params, ...body }),
  }));
}
