import type { Actor, KnownVisitor, SystemActor, Visitor } from '../../platform/actor.ts';

/** Who can stand in the audit log. All but the program itself come with an address and a request id. */
export type AuditActor = Actor | KnownVisitor | Visitor | SystemActor;

/** What happened. `action` reads `feature.what_happened`; `details` holds ids and choices, never a secret. */
export type AuditEntry = {
  at: Date;
  action: `${string}.${string}`;
  /** What it was done to, where that is one thing. */
  target?: { type: string; id: number | string };
  details?: Record<string, unknown>;
};
