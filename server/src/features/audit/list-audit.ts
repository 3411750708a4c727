import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AuditFilter, selectAudit } from './audit.store.ts';
import type { StoredEntry } from './audit.types.ts';
import { recordShown } from './record-audit.ts';

export type ListAuditDeps = Pick<Platform, 'db' | 'clock'> & {
  /** The id of the person with this email address, which must be in lower case. */
  findPersonId(email: string): Promise<number | undefined>;
};
type Query = Omit<AuditFilter, 'person' | 'requestId' | 'actionStart'> & {
  q?: string | undefined;
  sensitive: boolean;
};

const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Log entries for staff, newest first. Showing unmasked addresses is audited first, and only for admin and
 * support, who work with customers. Throws FORBIDDEN.
 */
export async function listAudit(
  deps: ListAuditDeps,
  actor: Actor,
  { q, sensitive, ...filter }: Query,
): Promise<{ logs: StoredEntry[]; hasMore: boolean }> {
  if (sensitive) {
    if (!actor.roles.some((role) => role === 'admin' || role === 'support'))
      throw new AppError('FORBIDDEN', 'Your role cannot view sensitive data.');
    await recordShown(deps.db, actor, { at: deps.clock.now(), view: 'audit' });
  }
  const searched = await readSearch(deps, q);
  if (searched === 'nobody') return { logs: [], hasMore: false };
  const found = await selectAudit(deps.db, { ...filter, ...searched, limit: filter.limit + 1 });
  return { logs: found.slice(0, filter.limit), hasMore: found.length > filter.limit };
}

async function readSearch(deps: ListAuditDeps, q = ''): Promise<Partial<AuditFilter> | 'nobody'> {
  if (q === '') return {};
  if (REQUEST_ID.test(q)) return { requestId: q.toLowerCase() };
  if (!EMAIL.test(q)) return { actionStart: q.toLowerCase() };
  const person = await deps.findPersonId(q.toLowerCase());
  return person === undefined ? 'nobody' : { person };
}
