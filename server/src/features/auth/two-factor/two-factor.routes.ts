import * as calls from '@drumbeat/contract/auth/two-factor.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { UserReader } from '../../users/users.deps.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { drawQrCode } from './draw-qr-code.ts';
import { enableTwoFactor } from './enable-two-factor.ts';
import { setUpTwoFactor } from './set-up-two-factor.ts';
import { verifyTwoFactor } from './verify-two-factor.ts';

export function registerTwoFactorRoutes(app: FastifyInstance, deps: AuthDeps & UserReader): void {
  route(app, calls.setUpTwoFactor, ({ actor, body }) => setUpTwoFactor(deps, actor, body));

  route(app, calls.drawQrCode, async ({ actor, body }) => ({ qrCode: await drawQrCode(deps, actor, body) }));

  route(app, calls.enableTwoFactor, async ({ actor, body }) => {
    await enableTwoFactor(deps, actor, body);
    return { user: await deps.getUser(actor.userId) };
  });

  route(app, calls.disableTwoFactor, async ({ actor, body }) => {
    await disableTwoFactor(deps, actor, body);
    return { user: await deps.getUser(actor.userId) };
  });

  route(app, calls.verifyTwoFactor, async ({ actor, body }) => {
    await verifyTwoFactor(deps, actor, body);
    return { user: await deps.getUser(actor.userId) };
  });
}
