import * as calls from '@drumbeat/contract/users/users.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeTimeZone } from '../publishing/lanes/change-time-zone.ts';
import { updateEmailChoices } from '../users/update-email-choices.ts';
import type { UsersDeps } from '../users/users.deps.ts';
import { getUserView } from './get-user-view.ts';
import { updateUser } from './update-user.ts';
import { viewedUser } from './user-view.view.ts';

export function registerUserViewRoutes(
  app: FastifyInstance,
  deps: UsersDeps & Pick<Platform, 'events'>,
): void {
  route(app, calls.getUser, async ({ actor }) => {
    const user = await getUserView(deps, actor.userId);
    return actor.view ? viewedUser(user, actor.view) : user;
  });

  route(app, calls.updatePreferences, async ({ actor, body }) => {
    const { timeZone, posts, ...choices } = body;
    await updateEmailChoices(deps, actor, choices);
    if (timeZone === undefined) return getUserView(deps, actor.userId);
    const postsMoved = await changeTimeZone(deps, actor, { timeZone, posts });
    return { ...(await getUserView(deps, actor.userId)), postsMoved };
  });

  route(app, calls.updateUser, ({ actor, body }) => updateUser(deps, actor, body));
}
