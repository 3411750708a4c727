import * as calls from '@drumbeat/contract/users/users.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { setRole } from './set-role.ts';
import type { UsersDeps } from './users.deps.ts';

export function registerUsersAdminRoutes(app: FastifyInstance, deps: UsersDeps): void {
  route(app, calls.setRole, async ({ actor, params, body }) => {
    const { roles, changeId } = await setRole(deps, actor, { userId: params.id, ...body });
    const done = body.enabled ? `The role ${body.role} was added.` : `The role ${body.role} was removed.`;
    const message = changeId === null ? 'Nothing changed.' : done;
    return { message, roles, change_id: changeId === null ? null : String(changeId) };
  });
}
