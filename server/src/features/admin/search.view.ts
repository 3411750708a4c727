import type { SearchHit } from '@drumbeat/contract/admin/search.ts';
import type { XAccountRecord } from '../accounts/accounts.types.ts';
import type { NicheRecord } from '../niches/niches.types.ts';
import type { PostRecord } from '../post/post.types.ts';
import { customerRow } from './admin.view.ts';
import type { CustomerRecord } from './customers.tables.ts';

type Shown = { now: Date; sensitive: boolean };
const START = 80;

export function customerHit(record: CustomerRecord, shown: Shown): SearchHit {
  const { id, email, subscription_status, in_trial } = customerRow(record, shown);
  const status = in_trial ? 'trial' : subscription_status.replace('_', ' ');
  return { kind: 'customer', id, title: email, detail: `Customer ${id}, ${status}`, customerId: id };
}

export function postHit(post: PostRecord): SearchHit {
  return {
    kind: 'post',
    id: String(post.id),
    title: post.content.replaceAll(/\s+/g, ' ').slice(0, START),
    detail: `Post ${post.id} of customer ${post.userId}, ${post.status}`,
    customerId: String(post.userId),
  };
}

export function accountHit(account: XAccountRecord): SearchHit {
  const state = account.disconnectedAt ? ', disconnected' : '';
  return {
    kind: 'account',
    id: String(account.id),
    title: `@${account.username}`,
    detail: `X account of customer ${account.userId}${state}`,
    customerId: String(account.userId),
  };
}

/** Shown unmasked, because staff typed the provider's id themselves. */
export function billingHit(
  owner: CustomerRecord,
  { stripeId, isFormer }: { stripeId: string; isFormer: boolean },
  shown: Shown,
): SearchHit {
  const { id, email } = customerRow(owner, shown);
  const detail = `Billing of ${email}${isFormer ? ', former id' : ''}`;
  return { kind: 'billing', id: stripeId, title: stripeId, detail, customerId: id };
}

export function requestHit(requestId: string, actions: readonly string[]): SearchHit {
  const detail = `In the audit log: ${actions.join(', ')}`;
  return { kind: 'request', id: requestId, title: requestId, detail, customerId: null };
}

export function feedbackHit(requestId: string, { userId }: { userId: number }): SearchHit {
  const customerId = String(userId);
  return {
    kind: 'feedback',
    id: requestId,
    title: requestId,
    detail: `Feedback of customer ${customerId}`,
    customerId,
  };
}

export function nicheHit({ id, name }: NicheRecord): SearchHit {
  return { kind: 'niche', id: String(id), title: name, detail: 'Niche', customerId: null };
}
