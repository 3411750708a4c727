import * as calls from '@drumbeat/contract/auth/sessions.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { endOtherSessions, endSession } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { sessionView } from './sessions.view.ts';

export function registerSessionsRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, calls.listSessions, async ({ actor }) => ({
    sessions: (await listSessions(deps, actor)).map((session) => sessionView(session, actor)),
  }));

  route(app, calls.endSession, async ({ actor, params, body }) => {
    await endSession(deps, actor, params.id, body?.password);
    return { message: 'The session has been signed out.' };
  });

  route(app, calls.endOtherSessions, async ({ actor, body }) => {
    const ended = await endOtherSessions(deps, actor, body?.password);
    const message = ended === 0 ? 'There are no other sessions.' : 'All other sessions have been signed out.';
    return { message, ended };
  });
}
