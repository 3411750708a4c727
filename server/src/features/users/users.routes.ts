import * as calls from '@drumbeat/contract/users.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { getUserView } from './get-user-view.ts';
import { updatePreferences } from './update-preferences.ts';
import { updateUser } from './update-user.ts';
import type { UsersDeps } from './users.deps.ts';

export function registerUsersRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, calls.getUser, ({ actor }) => getUserView(deps, actor.userId));

  route(app, calls.updatePreferences, async ({ actor, body }) => {
    await updatePreferences(deps, actor, body);
    return getUserView(deps, actor.userId);
  });

  route(app, calls.updateUser, ({ actor, body }) => updateUser(deps, actor, body));
}
