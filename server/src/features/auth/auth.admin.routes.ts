import * as calls from '@drumbeat/contract/auth/auth.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { AuthDeps } from './auth.deps.ts';
import { endCustomerSessions } from './sessions/end-sessions.ts';
import { listCustomerSessions } from './sessions/list-sessions.ts';
import { customerSessionView } from './sessions/sessions.view.ts';
import { resendVerification } from './sign-in/verify-email.ts';
import { resetTwoFactor } from './two-factor/reset-two-factor.ts';
import { startView } from './views/start-view.ts';

export function registerAuthAdminRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, calls.resendVerificationForStaff, async ({ actor, params, body }) => {
    const by = { actor, reason: body?.reason };
    const sent = await resendVerification(deps, { userId: params.id }, by);
    const message = sent ? 'The verification email is on its way.' : 'This address is already verified.';
    return { message, change_id: null };
  });

  route(app, calls.resetTwoFactor, async ({ actor, params, body }) => {
    await resetTwoFactor(deps, actor, { userId: params.id, reason: body?.reason });
    const message = 'Two-factor is off, every session has ended, and the person was told by email.';
    return { message, change_id: null };
  });

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
