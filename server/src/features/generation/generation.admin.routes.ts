import * as calls from '@drumbeat/contract/generation/generation.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { grantGeneration, resetGenerationCount } from './allowance/grant-generation.ts';

export function registerGenerationAdminRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, calls.grantGenerate, async ({ actor, params, body }) => {
    const changeId = await grantGeneration(deps, actor, { userId: params.id, reason: body?.reason });
    return { message: 'A new calendar can be made now.', change_id: String(changeId) };
  });

  route(app, calls.resetPostGeneration, async ({ actor, params, query, body }) => {
    const input = { userId: params.id, accountId: query.twitter_account_id, reason: body?.reason };
    const changeId = await resetGenerationCount(deps, actor, input);
    return { message: "This cycle's generation count was reset to 0.", change_id: String(changeId) };
  });
}
