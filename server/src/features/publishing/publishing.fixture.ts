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
import type { PublishingDeps } from './publishing.deps.ts';
import { leaseFrom, misfireBefore } from './publishing.rules.ts';
import type { ClaimRequest } from './publishing.store.ts';

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
export function workerDeps(app: TestApp): PublishingDeps {
  const never = () => Promise.reject(new Error('not asked for here'));
  return {
    ...app.platform,
    publicUrl: app.config.publicUrl,
    x: createXClient(app.config.x, app.clock),
    tokens: { accessFor: never, renew: never, lose: never },
  };
}

/** What a worker claims with at `now`: one post, unless told otherwise. */
export function claimAt(now: Date, more: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    workerId: 'w',
    now,
    notBefore: misfireBefore(now),
    leaseUntil: leaseFrom(now),
    limit: 1,
    ...more,
  };
}
