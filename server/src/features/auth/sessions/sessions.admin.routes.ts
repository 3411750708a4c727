import * as calls from '@drumbeat/contract/auth/sessions.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { AuthDeps, CustomerSessionsDeps } from '../auth.deps.ts';
import { startView } from '../views/start-view.ts';
import { endCustomerSessions } from './end-customer-sessions.ts';
import { listCustomerSessions } from './list-customer-sessions.ts';
import { customerSessionView } from './sessions.view.ts';

export function registerSessionsAdminRoutes(
  app: FastifyInstance,
  deps: CustomerSessionsDeps & Pick<AuthDeps, 'limits'>,
): void {
  route(app, calls.listCustomerSessions, async ({ actor, params, query }) => {
    const sessions = await listCustomerSessions(deps, actor, { userId: params.id, ...query });
    return { sessions: sessions.map((session) => customerSessionView(session, query.sensitive)) };
  });

  route(app, calls.endCustomerSessions, async ({ actor, params, body }) => {
    const ended = await endCustomerSessions(deps, actor, { userId: params.id, reason: body?.reason });
    const message = ended === 0 ? 'Nobody was signed in.' : 'The customer was signed out everywhere.';
    return { message, change_id: null, ended };
  });

  route(app, calls.startView, async ({ actor, params, body }) => {
    const { token, endsAt } = await startView(deps, actor, { userId: params.id, reason: body?.reason });
    return { token, ends_at: endsAt.toISOString() };
  });
}
