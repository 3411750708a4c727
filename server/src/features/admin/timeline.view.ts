import type { TimelineSource } from '@drumbeat/contract/admin/customer-timeline.rules.ts';
import type { CustomerEvent } from '@drumbeat/contract/admin/customer-timeline.ts';
import { maskedDetails } from '../audit/masks.rules.ts';
import { canUndo } from './undo.rules.ts';

/** An event as provided by a feature. */
export type FoundEvent = {
  id: string;
  at: Date;
  source: TimelineSource;
  action: string;
  /** Who did it, if the source knows; null for the program. */
  actorId?: number | null;
  details: Record<string, unknown>;
};

export function customerEventView(
  { id, at, source, action, actorId = null, details }: FoundEvent,
  userId: number,
  sensitive: boolean,
): CustomerEvent {
  const byStaff = actorId !== null && actorId !== userId;
  const byOthers = byStaff ? 'staff' : 'system';
  return {
    id: `${source}:${id}`,
    at: at.toISOString(),
    source,
    action,
    by: actorId === userId ? 'customer' : byOthers,
    staff_id: byStaff ? String(actorId) : null,
    details: sensitive ? details : maskedDetails(details),
    change_id: source === 'audit' && canUndo(action) ? id : null,
  };
}
