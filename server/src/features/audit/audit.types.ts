import type { Actor, KnownVisitor, SystemActor, Visitor } from '../../platform/actor.ts';

/**
 * Who can act in the audit log. Everybody except the program itself has a network address and a request id.
 */
export type AuditActor = Actor | KnownVisitor | Visitor | SystemActor;

/** An entry. `action` reads `feature.what_happened`; `details` holds ids and choices, never secrets. */
export type AuditEntry = {
  at: Date;
  action: `${string}.${string}`;
  /** The object of the action, if there is one. */
  target?: { type: string; id: number | string };
  details?: Record<string, unknown>;
};

/** A change by staff. `before` and `after` are JSON; null if there was nothing before, or nothing is left. */
export type AuditChange = AuditEntry & Part & { before: unknown; after: unknown };

/** Why staff make a change, and which bulk action it belongs to, if any. */
type Part = { reason?: string | undefined; bulkId?: string | undefined };

/** A change by staff as stored. */
export type StoredChange = {
  action: string;
  targetType: string | null;
  targetId: string | null;
  details: Record<string, unknown>;
  before: unknown;
  after: unknown;
};

/** A staff member who makes a customer's own call on their behalf, and why. */
export type ByStaff = Part & { actor: Actor };

/** Unmasked data shown to staff: which view, and about whom unless it is a list. */
export type Shown = Pick<AuditEntry, 'at' | 'target'> & { view: string };

/** An entry as stored, with its personal data as far as that was not erased. */
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
