import * as calls from '@drumbeat/contract/user-data/user-data.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { deleteUser, disownUser } from './delete-user.ts';
import { exportUser } from './export-user.ts';
import type { UserDataDeps } from './user-data.deps.ts';

export function registerUserDataRoutes(app: FastifyInstance, deps: UserDataDeps): void {
  route(app, calls.exportUser, async ({ actor, setHeader }) => {
    const data = await exportUser(deps, actor);
    setHeader('content-disposition', 'attachment; filename="drumbeat-data.json"');
    return data;
  });

  route(app, calls.disownUser, async ({ body, visitor }) => {
    await disownUser(deps, body, visitor);
    return { message: 'The account is deleted.' };
  });

  route(app, calls.deleteUser, async ({ actor, body }) => {
    await deleteUser(deps, actor, body);
    return { message: 'Your account is deleted.' };
  });
}
