import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { formerBillingIds } from './billing.tables.ts';

export type FormerIds = { customerId: string; subscriptionId: string | null; replacedAt: Date };

/** The ids that a person's present ones took the place of. A trigger of the database writes them down. */
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
    // After a customer was deleted at the provider, the pair of the same subscription is the one that was just lost.
    .orderBy(sql`${subscriptionId} is not distinct from ${present.subscriptionId}::text`, desc(id))
    .limit(1);
  return rows[0];
}

/** Every customer at the provider that the person was before the present one. */
export async function selectFormerCustomers(db: Db, userId: number): Promise<string[]> {
  const { customerId } = formerBillingIds;
  const rows = await db
    .selectDistinct({ customerId })
    .from(formerBillingIds)
    .where(eq(formerBillingIds.userId, userId));
  return rows.map((row) => row.customerId);
}
