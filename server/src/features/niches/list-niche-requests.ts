import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { recordShown } from '../audit/record-audit.ts';
import { findEmails, findUserByEmail } from '../users/users.queries.ts';
import type { NichesDeps } from './niches.deps.ts';
import { selectOpenRequests } from './niches.store.ts';
import type { RequestSearch, ToldNicheRequest } from './niches.types.ts';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

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
