import type { customerStatuses } from '@drumbeat/contract/admin/customers.rules.ts';
import { desc, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type CustomerRecord, customerPlans, customers, customersWithoutPlan } from './customers.tables.ts';

type Status = (typeof customerStatuses)[number];
/** A page of customers: after the customer `before`, if given, skipping `offset` more. */
export type CustomerPage = {
  status: Status;
  q: string;
  now: Date;
  before?: number | undefined;
  offset: number;
  limit: number;
};

/** A page of customers, newest first. Finds the ids first, so that late pages are cheap. */
export function selectCustomers(db: Db, page: CustomerPage): Promise<CustomerRecord[]> {
  const { id } = customers;
  return db
    .select()
    .from(customers)
    .where(sql`${id} in (${idsOf(page)} limit ${page.limit} offset ${page.offset})`)
    .orderBy(desc(id));
}

/**
 * Ids of customers whose email contains `q`, newest first. With a status, reads only the plans unless the
 * email matters.
 */
function idsOf({ status, q, now, before }: CustomerPage): SQL {
  const { id, email } = customers;
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const words = q === '' ? sql`` : sql`and ${email} like ${pattern}`;
  const behind = (of: SQLWrapper) => (before === undefined ? sql`` : sql`and ${of} < ${before}`);
  if (status === 'all')
    return sql`select ${id} from ${customers} where true ${words} ${behind(id)} order by ${id} desc`;
  const listed = status === 'inactive' ? customersWithoutPlan : customerPlans;
  const condition = status === 'inactive' ? sql`true` : hasStatus(status, now);
  const rest = behind(listed.id);
  if (q === '')
    return sql`select ${listed.id} from ${listed} where ${condition} ${rest} order by ${listed.id} desc`;
  // The planner does not infer one side's bound from the other's, and would read everybody who came since.
  return sql`
    select ${listed.id} from ${listed} join ${customers} on ${id} = ${listed.id}
    where ${condition} ${words} ${rest} ${behind(id)} order by ${listed.id} desc`;
}

/** SQL versions of billing's `statusOf` and `isInTrial`; each condition has an index. */
function hasStatus(status: Exclude<Status, 'all' | 'inactive'>, now: Date): SQL {
  const { state, trialEnd, cancelAt, collectionPaused, hasPaymentMethod, hasEverSubscribed } = customerPlans;
  const runs = sql`${state} in ('trialing', 'active')`;
  switch (status) {
    case 'trial':
      return sql`${state} = 'trialing' and ${trialEnd} > ${now}
        and (${cancelAt} is null or ${cancelAt} > ${now}) and not ${collectionPaused}`;
    case 'subscribed':
      return sql`${runs} and ${cancelAt} is null and not ${collectionPaused}
        and ${hasPaymentMethod} and ${hasEverSubscribed}`;
    case 'canceling':
      return sql`(${state} = 'canceled' or ${cancelAt} is not null)
        and ${runs} and ${cancelAt} > ${now} and not ${collectionPaused}`;
    case 'canceled':
      return sql`(${state} = 'canceled' or ${cancelAt} is not null)
        and (${state} = 'canceled' or (${cancelAt} <= ${now} and ${runs}))`;
  }
}

/** Customers by id, without deleted ones. */
export function selectCustomersByIds(db: Db, ids: readonly number[]): Promise<CustomerRecord[]> {
  return db
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]));
}
