import * as calls from '@drumbeat/contract/admin/bulk.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { BulkDeps } from './admin.deps.ts';
import { changeInBulk } from './change-in-bulk.ts';
import { checkBulk } from './check-bulk.ts';

export function registerBulkRoutes(app: FastifyInstance, deps: BulkDeps): void {
  route(app, calls.changeInBulk, async ({ actor, body: { action, ids, reason, plan, dry_run } }) =>
    dry_run || plan === undefined
      ? checkBulk(deps, actor, { action, ids })
      : changeInBulk(deps, actor, { action, ids, reason, plan }),
  );
}
