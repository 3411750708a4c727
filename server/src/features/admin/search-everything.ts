import { SEARCH_HITS, type SearchHit } from '@drumbeat/contract/admin/search.ts';
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { findAccountsByUsername } from '../accounts/accounts.queries.ts';
import { findActionsOfRequest } from '../audit/audit.queries.ts';
import { recordShown } from '../audit/record-audit.ts';
import { findOwnerOfStripeId } from '../billing/billing.queries.ts';
import { findFeedbackOfRequest } from '../feedback/feedback.queries.ts';
import { findNichesLike } from '../niches/niches.queries.ts';
import { findPost, findPostOfTweet } from '../post/post.queries.ts';
import type { AdminDeps } from './admin.deps.ts';
import { selectCustomers, selectCustomersByIds } from './customers.store.ts';
import type { CustomerRecord } from './customers.tables.ts';
import { isExact, type Meaning, meaningOf } from './search.rules.ts';
import {
  accountHit,
  billingHit,
  customerHit,
  feedbackHit,
  nicheHit,
  postHit,
  requestHit,
} from './search.view.ts';

type Look = { db: Db; now: Date; sensitive: boolean; meaning: Meaning };

/**
 * Searches everything that the staff member's roles may see. Showing unmasked emails is audited. `exact`: an
 * id has only one meaning, so its hit may be opened immediately.
 */
export async function searchEverything(
  deps: AdminDeps,
  actor: Actor,
  { q, sensitive }: { q: string; sensitive: boolean },
): Promise<{ hits: SearchHit[]; exact: boolean }> {
  const now = deps.clock.now();
  const may = (call: string) => staffMay(actor.roles, call);
  const meaning = meaningOf(q);
  const look = { db: deps.db, now, sensitive, meaning };
  const seesCustomers = may('GET /api/admin/users');
  if (sensitive && seesCustomers) await recordShown(deps.db, actor, { at: now, view: 'search' });
  const found = await Promise.all([
    ...(seesCustomers ? [findCustomers(look), findPosts(look), findAccounts(look), findBilling(look)] : []),
    ...(may('GET /api/admin/feedback') ? [findFeedback(look)] : []),
    ...(may('GET /api/admin/audit') ? [findRequests(look)] : []),
    ...(may('GET /api/admin/niches') ? [findNiches(look)] : []),
  ]);
  const hits = found.flat().slice(0, SEARCH_HITS);
  return { hits, exact: isExact(meaning) && hits.length === 1 };
}

/** The most customers and niches to find by words. */
const FEW = 8;

async function findCustomers(look: Look): Promise<SearchHit[]> {
  return (await selectMeant(look)).map((each) => customerHit(each, look));
}

function selectMeant({ db, now, meaning: { id, words } }: Look): Promise<CustomerRecord[]> {
  if (id !== undefined) return selectCustomersByIds(db, [id]);
  if (words === undefined) return Promise.resolve([]);
  return selectCustomers(db, { status: 'all', q: words, now, offset: 0, limit: FEW });
}

async function findPosts({ db, meaning: { id, tweetId } }: Look): Promise<SearchHit[]> {
  const found = [
    id === undefined ? undefined : await findPost(db, id),
    tweetId === undefined ? undefined : await findPostOfTweet(db, tweetId),
  ];
  return found.flatMap((post) => (post ? [postHit(post)] : []));
}

async function findAccounts({ db, meaning: { username } }: Look): Promise<SearchHit[]> {
  if (username === undefined) return [];
  return (await findAccountsByUsername(db, username, FEW)).map(accountHit);
}

async function findBilling({ db, now, sensitive, meaning: { stripeId } }: Look): Promise<SearchHit[]> {
  const owner = stripeId === undefined ? undefined : await findOwnerOfStripeId(db, stripeId);
  if (stripeId === undefined || owner === undefined) return [];
  const [customer] = await selectCustomersByIds(db, [owner.userId]);
  const { isFormer } = owner;
  return customer ? [billingHit(customer, { stripeId, isFormer }, { now, sensitive })] : [];
}

async function findRequests({ db, meaning: { requestId } }: Look): Promise<SearchHit[]> {
  if (requestId === undefined) return [];
  const actions = await findActionsOfRequest(db, requestId);
  return actions.length > 0 ? [requestHit(requestId, actions)] : [];
}

async function findFeedback({ db, meaning: { requestId } }: Look): Promise<SearchHit[]> {
  const found = requestId === undefined ? undefined : await findFeedbackOfRequest(db, requestId);
  return requestId !== undefined && found ? [feedbackHit(requestId, found)] : [];
}

async function findNiches({ db, meaning: { words } }: Look): Promise<SearchHit[]> {
  if (words === undefined || words.includes('@')) return [];
  return (await findNichesLike(db, words, FEW)).map(nicheHit);
}
