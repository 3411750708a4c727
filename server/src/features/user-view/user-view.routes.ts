import * as calls from '@drumbeat/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { updatePreferences } from '../users/update-preferences.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { getUserView } from './get-user-view.ts';
import { updateUser } from './update-user.ts';

export function registerUserViewRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, calls.getUser, ({ actor }) => getUserView(deps, actor.userId));

  route(app, calls.updatePreferences, async ({ actor, body }) => {
    await updatePreferences(deps, actor, body);
    return getUserView(deps, actor.userId);
  });

  route(app, calls.updateUser, ({ actor, body }) => updateUser(deps, actor, body));
}
