import { eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../../../test/build-app.ts';
import { LIVING, openClient } from '../../../platform/database/connection.ts';
import type { Db } from '../../../platform/database/database.ts';
import { xAccounts } from '../../accounts/accounts.tables.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { type ClaimRequest, claimLanes, selectClaimed } from '../engine/publishing.store.ts';
import { settleBatch } from '../engine/settler.ts';
import type { WorkerSession } from '../engine/worker-session.ts';
import { insertWorker } from '../engine/workers.store.ts';
import type { EngineDeps } from '../publishing.deps.ts';
import { claimOf, workerDeps } from '../publishing.fixture.ts';
import { lanes } from '../publishing.tables.ts';
import {
  type AttemptIds,
  type ClaimedPost,
  idsOf,
  type Settled,
  type Settlement,
} from '../publishing.types.ts';

type Outcome = Settlement extends infer S
  ? S extends Settlement
    ? Omit<S, keyof AttemptIds>
    : never
  : never;

/** The session of a worker that lives and has the number that `claimOf` claims under. */
const LIVING_SESSION: WorkerSession = {
  start: async () => undefined,
  stop: async () => undefined,
  number: () => 1_000,
  mayBegin: async () => true,
  stillMayBegin: () => true,
};

/** The deps of a worker that lives; it is given the tokens by hand. */
export function livingDeps(app: TestApp): EngineDeps {
  return { ...workerDeps(app), session: LIVING_SESSION };
}

/** An account's lane in the database. */
export async function laneOf(app: TestApp, accountId: number): Promise<typeof lanes.$inferSelect> {
  const [lane] = await app.platform.db.select().from(lanes).where(eq(lanes.accountId, accountId));
  if (!lane) throw new Error('this account has no lane');
  return lane;
}

/** Claims as a worker does, and reads the posts that it got. */
export async function claimPosts(app: TestApp, more: Partial<ClaimRequest> = {}): Promise<ClaimedPost[]> {
  const { db } = app.platform;
  const claimed = await claimLanes(db, claimOf(app, { limit: 100, ...more }));
  // The database gives them in any order.
  claimed.sort((a, b) => a.accountId - b.accountId);
  const posts = await selectClaimed(db, claimed);
  return posts.map((post) => ({ ...post, claimedAt: app.clock.monotonic() }));
}

/** Claims, and returns what it got of one account. */
export async function claimOfAccount(
  app: TestApp,
  accountId: number,
  more: Partial<ClaimRequest> = {},
): Promise<ClaimedPost> {
  const claimed = (await claimPosts(app, more)).find((each) => each.accountId === accountId);
  if (!claimed) throw new Error('the post was not claimed');
  return claimed;
}

/** Settles one attempt as the engine does. */
export function settleAs(app: TestApp, attempt: AttemptIds, outcome: Outcome): Promise<Settled[]> {
  return settleBatch(livingDeps(app), [{ ...idsOf(attempt), ...outcome } as Settlement]);
}

/** The tokens of these accounts, opened. */
export async function accessTo(
  app: TestApp,
  accountIds: readonly number[],
): Promise<Map<number, Promise<AccountAccess>>> {
  const { db, sealer } = app.platform;
  const rows = await db
    .select()
    .from(xAccounts)
    .where(inArray(xAccounts.id, [...accountIds]));
  return new Map(
    rows.map(({ id, accessToken, twitterUserId }) => {
      const access = { kind: 'token', accessToken: sealer.open(accessToken ?? ''), twitterUserId } as const;
      return [id, Promise.resolve(access)];
    }),
  );
}

/** A worker as others see it: a row, and a lock on its own connection. `die` ends that connection. */
export async function buildWorker(
  app: TestApp,
  instance: string = crypto.randomUUID(),
): Promise<{ number: number; instance: string; db: Db; die(): Promise<void> }> {
  const client: pg.Client = openClient(app.databaseUrl, 'a worker of a test', LIVING);
  await client.connect();
  onTestFinished(() => client.end());
  const db = drizzle({ client }) as unknown as Db;
  const number = await insertWorker(db, { process: 'test', instance }, app.clock.databaseNow());
  return { number, instance, db, die: () => client.end() };
}
