import * as calls from '@drumbeat/contract/accounts/accounts.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { resetNicheChanges } from './change-account-niche.ts';

export function registerAccountsAdminRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, calls.resetNicheRetries, async ({ actor, params, query, body }) => {
    const input = { userId: params.id, accountId: query.twitter_account_id, reason: body?.reason };
    const changeId = await resetNicheChanges(deps, actor, input);
    if (changeId === null)
      return { message: 'Nothing changed: no niche changes had been used.', change_id: null };
    return { message: 'All niche changes are available again.', change_id: String(changeId) };
  });
}
