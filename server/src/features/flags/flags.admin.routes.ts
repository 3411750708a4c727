import * as calls from '@drumbeat/contract/flags/flags.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { FlagsDeps } from './flags.deps.ts';
import { flagView } from './flags.view.ts';
import { listFlags, listFlagVersions } from './list-flags.ts';
import { saveFlag } from './save-flag.ts';

export function registerFlagsAdminRoutes(app: FastifyInstance, deps: FlagsDeps): void {
  route(app, calls.listFlags, async () => ({ flags: (await listFlags(deps.db)).map(flagView) }));
  route(app, calls.saveFlag, async ({ actor, params, body }) => ({
    flag: flagView(await saveFlag(deps, actor, { ...params, ...body })),
  }));
  route(app, calls.listFlagVersions, ({ params, query }) => listFlagVersions(deps.db, params.key, query));
}
