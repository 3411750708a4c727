import * as calls from '@drumbeat/contract/auth/auth.ts';
import { passwordMessages } from '@drumbeat/contract/auth/password.rules.ts';
import * as sessionCalls from '@drumbeat/contract/auth/sessions.ts';
import * as twoFactorCalls from '@drumbeat/contract/auth/two-factor.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { UserReader } from '../users/users.deps.ts';
import type { AuthDeps } from './auth.deps.ts';
import { changePassword } from './passwords/change-password.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { checkResetLink, resetPassword } from './passwords/reset-password.ts';
import { endOtherSessions, endSession, signOut } from './sessions/end-sessions.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { sessionView } from './sessions/sessions.view.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signUp } from './sign-in/sign-up.ts';
import { resendVerification, verifyEmail } from './sign-in/verify-email.ts';
import { disableTwoFactor, enableTwoFactor } from './two-factor/enable-or-disable.ts';
import { verifyTwoFactor } from './two-factor/require-second-factor.ts';
import { drawQrCode, setUpTwoFactor } from './two-factor/set-up-two-factor.ts';

export function registerAuthRoutes(app: FastifyInstance, deps: AuthDeps & UserReader): void {
  route(app, calls.signUp, async ({ body, visitor }) => {
    const { token, userId } = await signUp(deps, body, visitor);
    return { token, user: await deps.getUser(userId) };
  });

  route(app, calls.signIn, async ({ body, visitor, actor }) => {
    const { token, userId } = await signIn(deps, body, visitor, actor);
    return { token, user: await deps.getUser(userId) };
  });

  route(app, calls.signOut, async ({ actor }) => {
    await signOut(deps, actor);
    return { message: 'You are signed out.' };
  });

  route(app, calls.verifyEmail, async ({ body, visitor }) => {
    const { at, device } = await verifyEmail(deps, body, visitor);
    return { message: 'Email verified.', signedUp: { at: at.toISOString(), device } };
  });

  route(app, calls.resendVerification, async ({ actor }) => {
    const sent = await resendVerification(deps, actor);
    return { message: sent ? 'Verification email sent.' : 'Your email is already verified.' };
  });

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

  route(app, sessionCalls.listSessions, async ({ actor }) => ({
    sessions: (await listSessions(deps, actor)).map((session) => sessionView(session, actor)),
  }));

  route(app, sessionCalls.endSession, async ({ actor, params, body }) => {
    await endSession(deps, actor, params.id, body?.password);
    return { message: 'The session has been signed out.' };
  });

  route(app, sessionCalls.endOtherSessions, async ({ actor, body }) => {
    const ended = await endOtherSessions(deps, actor, body?.password);
    const message = ended === 0 ? 'There are no other sessions.' : 'All other sessions have been signed out.';
    return { message, ended };
  });

  route(app, twoFactorCalls.setUpTwoFactor, ({ actor, body }) => setUpTwoFactor(deps, actor, body));

  route(app, twoFactorCalls.drawQrCode, async ({ actor, body }) => ({
    qrCode: await drawQrCode(deps, actor, body),
  }));

  route(app, twoFactorCalls.enableTwoFactor, async ({ actor, body }) => {
    await enableTwoFactor(deps, actor, body);
    return { user: await deps.getUser(actor.userId) };
  });

  route(app, twoFactorCalls.disableTwoFactor, async ({ actor, body }) => {
    await disableTwoFactor(deps, actor, body);
    return { user: await deps.getUser(actor.userId) };
  });

  route(app, twoFactorCalls.verifyTwoFactor, async ({ actor, body }) => {
    await verifyTwoFactor(deps, actor, body);
    return { user: await deps.getUser(actor.userId) };
  });
}
