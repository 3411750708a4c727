import { eq, inArray } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  connectX,
  postsOf,
  sandboxControl,
} from '../../../test/factories.ts';
import { LIVING, openClient } from '../../platform/database/connection.ts';
import type { Db } from '../../platform/database/database.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import { xAccounts } from '../accounts/accounts.tables.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { type ClaimRequest, claimLanes, selectClaimed } from './engine/publishing.store.ts';
import { settleBatch } from './engine/settler.ts';
import type { WorkerSession } from './engine/worker-session.ts';
import { insertWorker } from './engine/workers.store.ts';
import type { EngineDeps } from './publishing.deps.ts';
import { MISFIRE_MINUTES } from './publishing.rules.ts';
import { lanes } from './publishing.tables.ts';
import {
  type AttemptIds,
  type ClaimedPost,
  idsOf,
  type Settled,
  type Settlement,
} from './publishing.types.ts';

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
      const access = {
        kind: 'token',
        accessToken: sealer.open('x access', accessToken ?? ''),
        twitterUserId,
      } as const;
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

/** A post that is due now, with its own person and X account. */
export async function duePost(app: TestApp, username: string, content = `A post by ${username}`) {
  const user = await buildUser(app);
  const account = await connectX(app, user, username);
  const post = await buildPost(app, { user, accountId: account.id, content, scheduledAt: app.clock.now() });
  return { user, account, post, username };
}

export type Tweet = { id: string; text: string };

/** The posts on a person's timeline: the ground truth. */
export async function tweetsOf(app: TestApp, username: string): Promise<Tweet[]> {
  const response = await fetch(`${app.sandboxUrl}/sandbox/x/tweets?username=${username}`);
  return ((await response.json()) as { tweets: Tweet[] }).tweets;
}

export function fault(app: TestApp, kind: string, more: Record<string, unknown> = {}): Promise<unknown> {
  return sandboxControl(app, '/sandbox/x/faults', { kind, count: 1, ...more });
}

/** The post as its owner's list shows it. */
export async function shown(app: TestApp, user: BuiltUser, postId: number): Promise<Record<string, unknown>> {
  return (await postsOf(app, user)).find((post) => post.id === String(postId)) ?? {};
}

/** The deps of a worker that calls the real sandbox and is given the tokens by hand: it never asks for one. */
export function workerDeps(app: TestApp): Omit<EngineDeps, 'session'> {
  const never = () => Promise.reject(new Error('not asked for here'));
  return {
    ...app.platform,
    clock: app.clock,
    publicUrl: app.config.publicUrl,
    x: createXClient(app.config.x, app.clock),
    tokens: { accessFor: never, renew: never, lose: never, renewEnding: never, releaseOf: never },
  };
}

/** A claim of one post by a worker whose number no other worker has. */
export function claimOf(app: TestApp, more: Partial<ClaimRequest> = {}): ClaimRequest {
  return { worker: 1_000, now: app.clock.databaseNow(), misfireMinutes: MISFIRE_MINUTES, limit: 1, ...more };
}

/**
 * Has the engine do all that is to be done at this moment of the app's clock, as a worker that starts, works and is asked
 * to stop. Returns how many attempts it settled.
 */
export async function runEngine(app: TestApp): Promise<number> {
  const before = await settledBy(app);
  app.engine.start();
  await app.engine.atRest();
  await app.engine.stop();
  return (await settledBy(app)) - before;
}

async function settledBy({ platform }: TestApp): Promise<number> {
  const { values } = await platform.metrics.publishAttempts.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}
