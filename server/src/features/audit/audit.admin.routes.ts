import * as calls from '@drumbeat/contract/audit/audit.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { auditView } from './audit.view.ts';
import { type ListAuditDeps, listAudit } from './list-audit.ts';

export function registerAuditAdminRoutes(app: FastifyInstance, deps: ListAuditDeps): void {
  route(app, calls.listAudit, async ({ actor, query }) => {
    const { logs, hasMore } = await listAudit(deps, actor, {
      ...query,
      from: query.from ? new Date(query.from) : undefined,
      to: query.to ? new Date(query.to) : undefined,
    });
    const nextBefore = hasMore ? String(logs.at(-1)?.id) : null;
    return { logs: logs.map((entry) => auditView(entry, query.sensitive)), nextBefore };
  });
}
