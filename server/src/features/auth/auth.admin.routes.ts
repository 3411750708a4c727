import * as calls from '@drumbeat/contract/auth/auth.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { AuthDeps } from './auth.deps.ts';
import { resendVerification } from './sign-in/resend-verification.ts';
import { resetTwoFactor } from './two-factor/reset-two-factor.ts';

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
}
