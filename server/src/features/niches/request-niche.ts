import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { nicheRequests } from '../../platform/rate-limits.ts';
import { recordChange, recordShown } from '../audit/record-audit.ts';
import { findEmails, findUserByEmail } from '../users/users.queries.ts';
import { addNiche } from './edit-niches.ts';
import {
  deleteRequestRow,
  insertNicheRequest,
  selectActiveNiche,
  selectNicheLike,
  selectOpenRequests,
  selectRequestForUpdate,
  updateRequestsToAdded,
} from './niches.store.ts';
import type { NichesDeps, RequestSearch, StaffNicheRecord, ToldNicheRequest } from './niches.types.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Stores a person's niche request. Idempotent. Throws VALIDATION_FAILED if the niche exists, and
 * RATE_LIMIT_EXCEEDED after ten a day.
 */
export async function requestNiche(
  deps: NichesDeps,
  actor: Pick<Actor, 'userId'>,
  input: { name: string; notes?: string | undefined },
): Promise<void> {
  const listed = await selectActiveNiche(deps.db, input.name);
  if (listed) {
    const message = `${listed.name} is already in the list. You can choose it above.`;
    throw new AppError('VALIDATION_FAILED', message, { data: { fields: { name: message } } });
  }
  await deps.limits.consume(nicheRequests, actor.userId);
  await insertNicheRequest(deps.db, {
    userId: actor.userId,
    name: input.name,
    notes: input.notes || null,
    createdAt: deps.clock.now(),
  });
}

/** Open niche requests, newest first. For staff; showing unmasked addresses is audited. */
export async function listNicheRequests(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { q, limit, sensitive }: { q: string; limit: number; sensitive: boolean },
): Promise<ToldNicheRequest[]> {
  if (sensitive) await recordShown(deps.db, actor, { at: deps.clock.now(), view: 'niche requests' });
  const requests = await selectOpenRequests(deps.db, await readSearch(deps.db, q), limit);
  const emails = await findEmails(
    deps.db,
    requests.map(({ userId }) => userId),
  );
  return requests.map((each) => ({ ...each, userEmail: emails.get(each.userId) ?? '' }));
}

/** A complete address means that person, if there is one. */
async function readSearch(db: Db, q: string): Promise<RequestSearch> {
  if (q === '') return null;
  const person = EMAIL.test(q) ? await findUserByEmail(db, q.toLowerCase()) : undefined;
  return person ? { userId: person.id } : { words: q };
}

/**
 * Adds the requested niche, and closes every open request with that name; if the niche exists meanwhile, only
 * closes them. Throws NOT_FOUND, and NICHE_EXISTS for an inactive niche.
 */
export function approveNicheRequest(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<{ message: string; niche: StaffNicheRecord }> {
  return inTransaction(deps.db, async (tx) => {
    const request = await selectRequestForUpdate(tx, id);
    if (request?.status !== 'open') throw noSuchRequest();
    const known = await selectNicheLike(tx, { name: request.name });
    if (known && !known.isActive)
      throw new AppError(
        'NICHE_EXISTS',
        `${known.name} is in the list, but switched off. Activate it under Curated Niches, or delete the request.`,
      );
    const niche = known ?? (await addNiche(tx, { name: request.name, is_active: true }));
    const requestIds = await updateRequestsToAdded(tx, request.name);
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.request_approved',
      target: { type: 'niche_request', id },
      details: { requestIds },
      before: { status: 'open' },
      after: { status: 'added', nicheId: niche.id, name: niche.name, isNew: !known },
      reason,
    });
    const closed = requestIds.length === 1 ? 'The request is' : `Its ${requestIds.length} requests are`;
    return {
      niche,
      message: known ? `${niche.name} is already in the list. ${closed} closed.` : `${niche.name} is added.`,
    };
  });
}

/** Deletes an open niche request, for staff; returns a message. Throws NOT_FOUND. */
export function deleteNicheRequest(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const request = await selectRequestForUpdate(tx, id);
    if (request?.status !== 'open') throw noSuchRequest();
    await deleteRequestRow(tx, id);
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.request_deleted',
      target: { type: 'niche_request', id },
      before: { name: request.name, userId: request.userId },
      after: null,
      reason,
    });
    return `The request for ${request.name} is deleted.`;
  });
}

function noSuchRequest(): AppError {
  return new AppError('NOT_FOUND', 'There is no open niche request with this id.');
}
