import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { knownNetworks } from '../auth.tables.ts';

function hashOf(userId: number, ip: string): string {
  return hashToken(`${userId} ${networkOf(ip)}`);
}

/** Records that the person signed in from the network of this IP address. */
export async function insertKnownNetwork(tx: Db, userId: number, ip: string, at: Date): Promise<void> {
  await tx
    .insert(knownNetworks)
    .values({ userId, networkHash: hashOf(userId, ip), lastSeenAt: at })
    .onConflictDoUpdate({
      target: [knownNetworks.userId, knownNetworks.networkHash],
      set: { lastSeenAt: at },
    });
}

/** Whether the person has ever signed in from the network of this IP address. */
export async function selectIsKnownNetwork(db: Db, userId: number, ip: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownNetworks.userId })
    .from(knownNetworks)
    .where(and(eq(knownNetworks.userId, userId), eq(knownNetworks.networkHash, hashOf(userId, ip))));
  return rows.length > 0;
}

export async function deleteNetworksSeenBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(knownNetworks).where(lt(knownNetworks.lastSeenAt, instant));
}
