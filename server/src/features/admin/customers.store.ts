import type { customerStatuses } from '@drumbeat/contract/customers.ts';
import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { customers } from './customers.tables.ts';
import type { CustomerRecord } from './customers.types.ts';

type Status = (typeof customerStatuses)[number];
export type CustomerPage = { status: Status; q: string; now: Date; offset: number; limit: number };

/** A page of customers, the newest first. The page is found by its ids alone, so that a late one costs little. */
export function selectCustomers(
  db: Db,
  { status, q, now, offset, limit }: CustomerPage,
): Promise<CustomerRecord[]> {
  const { id, email } = customers;
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const words = q === '' ? sql`true` : sql`${email} like ${pattern}`;
  return db
    .select()
    .from(customers)
    .where(
      sql`${id} in (
        select ${id} from ${customers} where ${words} and ${hasStatus(status, now)}
        order by ${id} desc limit ${limit} offset ${offset})`,
    )
    .orderBy(desc(id));
}

/** What `statusOf` and `isInTrial` of billing say, for the database; each has an index. */
function hasStatus(status: Status, now: Date): SQL {
  const { state, trialEnd, cancelAt, collectionPaused, hasPaymentMethod, hasEverSubscribed } = customers;
  const runs = sql`${state} in ('trialing', 'active')`;
  const isEnding = sql`${cancelAt} is not null and ${cancelAt} > ${now}`;
  switch (status) {
    case 'all':
      return sql`true`;
    case 'trial':
      return sql`${state} = 'trialing' and ${trialEnd} > ${now}
        and (${cancelAt} is null or ${cancelAt} > ${now}) and not ${collectionPaused}`;
    case 'subscribed':
      return sql`${runs} and ${cancelAt} is null and not ${collectionPaused}
        and ${hasPaymentMethod} and ${hasEverSubscribed}`;
    case 'inactive':
      return sql`(${state} is null or ${state} in ('incomplete', 'incomplete_expired'))`;
    case 'canceling':
      return sql`${runs} and ${isEnding} and not ${collectionPaused}`;
    case 'canceled':
      return sql`(${state} = 'canceled' or (${cancelAt} is not null and ${cancelAt} <= ${now} and ${runs}))`;
  }
}

/** Customers by id; who has left is not among them. */
export function selectCustomersByIds(db: Db, ids: readonly number[]): Promise<CustomerRecord[]> {
  return db
    .select()
    .from(customers)
    .where(inArray(customers.id, [...ids]));
}
