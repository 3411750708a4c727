import type { Flag } from '@drumbeat/contract/flags/flags.admin.ts';
import * as staffCalls from '@drumbeat/contract/flags/flags.admin.ts';
import * as calls from '@drumbeat/contract/flags/flags.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FlagsDeps, SavedFlag } from './flags.types.ts';
import { getPublicFlags, listFlags, listFlagVersions } from './list-flags.ts';
import { saveFlag } from './save-flag.ts';

export function registerFlagsRoutes(app: FastifyInstance, deps: Pick<Platform, 'db'>): void {
  route(app, calls.getPublicFlags, async () => ({ flags: await getPublicFlags(deps) }));
}

export function registerFlagsAdminRoutes(app: FastifyInstance, deps: FlagsDeps): void {
  route(app, staffCalls.listFlags, async () => ({ flags: (await listFlags(deps.db)).map(flagView) }));
  route(app, staffCalls.saveFlag, async ({ actor, params, body }) => ({
    flag: flagView(await saveFlag(deps, actor, { ...params, ...body })),
  }));
  route(app, staffCalls.listFlagVersions, ({ params, query }) =>
    listFlagVersions(deps.db, params.key, query),
  );
}

function flagView({ key, value, description, version, updatedAt }: SavedFlag): Flag {
  return { key, value, description, version, updated_at: updatedAt.toISOString() };
}
