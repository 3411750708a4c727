import * as calls from '@drumbeat/contract/flags.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { FlagsDeps } from './flags.deps.ts';
import { getPublicFlags } from './get-public-flags.ts';

export function registerFlagsRoutes(app: FastifyInstance, deps: FlagsDeps): void {
  route(app, calls.getPublicFlags, async () => ({ flags: await getPublicFlags(deps) }));
}
