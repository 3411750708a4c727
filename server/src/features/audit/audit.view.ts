import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import type { StoredEntry } from './audit.types.ts';
import { maskedDetails, maskedIp } from './masks.rules.ts';

/** An entry as staff see it. */
export function auditView(entry: StoredEntry, sensitive: boolean): AuditEntryView {
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
