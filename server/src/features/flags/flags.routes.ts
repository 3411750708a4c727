import * as calls from '@drumbeat/contract/flags/flags.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { getPublicFlags } from './get-public-flags.ts';

export function registerFlagsRoutes(app: FastifyInstance, deps: Pick<Platform, 'db'>): void {
  route(app, calls.getPublicFlags, async () => ({ flags: await getPublicFlags(deps) }));
}
