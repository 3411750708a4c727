import type { Actor, KnownVisitor, SystemActor, Visitor } from '../../platform/actor.ts';

/** Who can act in the audit log. Everyone except the program itself has an address and a request id. */
export type AuditActor = Actor | KnownVisitor | Visitor | SystemActor;

/** What happened. `action` reads `feature.what_happened`; `details` holds ids and choices, never a secret. */
export type AuditEntry = {
  at: Date;
  action: `${string}.${string}`;
  /** The object of the action, if there is one. */
  target?: { type: string; id: number | string };
  details?: Record<string, unknown>;
};

/** A change by staff. `before` and `after` hold what changed, as JSON; null where there was nothing, or nothing is left. */
export type AuditChange = AuditEntry & Part & { before: unknown; after: unknown };

/** Why staff change something, and the bulk action that the change is a part of, if it is. */
type Part = { reason?: string | undefined; bulkId?: string | undefined };

/** A change by staff as the log has it. */
export type StoredChange = {
  action: string;
  targetType: string | null;
  targetId: string | null;
  details: Record<string, unknown>;
  before: unknown;
  after: unknown;
};

/** A member of staff who makes a customer's own call for them, and why. */
export type ByStaff = Part & { actor: Actor };

/** Masked data that staff asked to see: which view, and of whom unless it is a list. */
export type Shown = Pick<AuditEntry, 'at' | 'target'> & { view: string };

/** An entry as the log has it, with what names people as far as that is not erased. */
export type StoredEntry = {
  id: number;
  createdAt: Date;
  actorUserId: number | null;
  action: string;
  targetType: string | null;
  targetId: string | null;
  details: Record<string, unknown>;
  ip: string | null;
  requestId: string | null;
};
