import type { TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  connectX,
  postsOf,
  sandboxControl,
} from '../../../test/factories.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import type { ClaimRequest } from './engine/publishing.store.ts';
import type { EngineDeps } from './publishing.deps.ts';
import { MISFIRE_MINUTES } from './publishing.rules.ts';

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
