import * as calls from '@drumbeat/contract/auth/auth.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { UserReader } from '../users/users.deps.ts';
import type { AuthDeps } from './auth.deps.ts';
import { resendVerification } from './sign-in/resend-verification.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut } from './sign-in/sign-out.ts';
import { signUp } from './sign-in/sign-up.ts';
import { verifyEmail } from './sign-in/verify-email.ts';

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
}
