import { passwordMessages } from '@drumbeat/contract/auth.rules.ts';
import * as calls from '@drumbeat/contract/auth.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { AuthDeps } from './auth.deps.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { checkResetLink, resetPassword } from './reset-password.ts';

export function registerPasswordsRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, calls.changePassword, async ({ actor, body, ip, requestId }) => {
    await changePassword(deps, actor, body, { ip, requestId });
    return { message: passwordMessages.changed };
  });

  route(app, calls.forgotPassword, async ({ body, ip, requestId }) => {
    await forgotPassword(deps, body, { ip, requestId });
    return {
      message:
        'If this email has an account, a link to set a new password is on its way. It works for 1 hour.',
    };
  });

  route(app, calls.verifyResetToken, ({ params, ip, requestId }) =>
    checkResetLink(deps, params, { ip, requestId }),
  );

  route(app, calls.resetPassword, async ({ body, ip, requestId }) => {
    await resetPassword(deps, body, { ip, requestId });
    return { message: passwordMessages.reset };
  });
}
