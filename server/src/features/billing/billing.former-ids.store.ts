import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { column, readRows } from '../../platform/database/rows.ts';
import { formerBillingIds, subscriptions } from './billing.tables.ts';

export type FormerIds = { customerId: string; subscriptionId: string | null; replacedAt: Date };

/** The previous billing ids of a person. A database trigger records them. */
export async function selectFormerIds(
  db: Db,
  userId: number,
  present: { customerId: string | null; subscriptionId: string | null },
): Promise<FormerIds | undefined> {
  const { customerId, subscriptionId, replacedAt, id } = formerBillingIds;
  const rows = await db
    .select({ customerId, subscriptionId, replacedAt })
    .from(formerBillingIds)
    .where(
      and(
        eq(formerBillingIds.userId, userId),
        sql`(${customerId}, ${subscriptionId}) is distinct from (${present.customerId}::text, ${present.subscriptionId}::text)`,
      ),
    )
    // A row with the current subscription only records that its customer was deleted, so prefer other rows.
    .orderBy(sql`${subscriptionId} is not distinct from ${present.subscriptionId}::text`, desc(id))
    .limit(1);
  return rows[0];
}

/** All previous billing ids of a person, oldest first. */
export function selectAllFormerIds(db: Db, userId: number): Promise<FormerIds[]> {
  const { customerId, subscriptionId, replacedAt, id } = formerBillingIds;
  return db
    .select({ customerId, subscriptionId, replacedAt })
    .from(formerBillingIds)
    .where(eq(formerBillingIds.userId, userId))
    .orderBy(id);
}

/**
 * Every customer at the provider that the person is or was, except those that now belong to somebody else.
 */
export async function selectCustomers(db: Db, userId: number): Promise<string[]> {
  const rows = await readRows(
    db,
    z.object({ customer_id: column.text }),
    sql`select customer_id from (
        select customer_id from ${subscriptions} where user_id = ${userId} and customer_id is not null
        union
        select customer_id from ${formerBillingIds} where user_id = ${userId}
      ) own
      where not exists (
        select from ${subscriptions} others where others.customer_id = own.customer_id and others.user_id <> ${userId}
      )
      order by customer_id`,
  );
  return rows.map((row) => row.customer_id);
}
