import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import * as calls from '@drumbeat/contract/audit/audit.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { StoredEntry } from './audit.types.ts';
import { type ListAuditDeps, listAudit } from './list-audit.ts';
import { maskedDetails, maskedIp } from './masks.rules.ts';

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

/** An entry as staff see it. */
function auditView(entry: StoredEntry, sensitive: boolean): AuditEntryView {
  const { id, createdAt, actorUserId, action, targetType, targetId, details, ip, requestId } = entry;
  return {
    id: String(id),
    created_at: createdAt.toISOString(),
    actor_user_id: actorUserId === null ? null : String(actorUserId),
    action,
    target_type: targetType,
    target_id: targetId === null || sensitive ? targetId : maskedDetails(targetId),
    details: sensitive ? details : maskedDetails(details),
    ip: ip === null || sensitive ? ip : maskedIp(ip),
    request_id: requestId,
  };
}
