import { passwordMessages } from '@drumbeat/contract/auth/auth.rules.ts';
import * as calls from '@drumbeat/contract/auth/auth.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { changePassword } from './change-password.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { checkResetLink, resetPassword } from './reset-password.ts';

export function registerPasswordsRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, calls.changePassword, async ({ actor, body }) => {
    await changePassword(deps, actor, body);
    return { message: passwordMessages.changed };
  });

  route(app, calls.forgotPassword, async ({ body, visitor }) => {
    await requestPasswordReset(deps, body, visitor);
    return {
      message:
        'If this email has an account, a link to set a new password is on its way. It works for 1 hour.',
    };
  });

  route(app, calls.verifyResetToken, ({ params, visitor }) => checkResetLink(deps, params, visitor));

  route(app, calls.resetPassword, async ({ body, visitor }) => {
    await resetPassword(deps, body, visitor);
    return { message: passwordMessages.reset };
  });
}
