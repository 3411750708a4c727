import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../support/postgres.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';
import type { Fleet } from './fleet.ts';
import type { People } from './people.ts';
import type { Trouble } from './plan-types.ts';
import { failedPosts } from './records.ts';
import type { Person, Promised } from './truth.ts';

export type Scene = {
  database: BenchDatabase;
  sandbox: ChaosSandbox;
  fleet: Fleet;
  api: People;
  people: readonly Person[];
  posts: ReadonlyMap<number, Promised>;
  /** Receives the periods in which the database was down. */
  outages: { from: number; to: number }[];
};

/** Number and delay of token renewals that X keeps waiting when a worker is to be frozen during one. */
const SLOW_RENEWALS = 6;
const SLOW_MS = 3_000;
const EXPIRED_AT_ONCE = 12;
const RETRIED_AT_ONCE = 2;

/** Performs the trouble in the plan. */
export async function perform(scene: Scene, trouble: Trouble): Promise<unknown> {
  const { fleet, sandbox, api } = scene;
  switch (trouble.kind) {
    case 'kill':
      return fleet.killOne(trouble.slot, trouble.atWorkMs);
    case 'freeze':
      if (trouble.amidRenewals) await slowDownRenewals(scene);
      return fleet.freezeOne(trouble.slot, trouble.forMs);
    case 'silence':
      return fleet.silenceOne(trouble.slot);
    case 'restart':
      return scene.outages.push(await scene.database.restart(trouble.how));
    case 'fault':
      return sandbox.control('POST', '/faults', trouble.fault);
    case 'expire':
      return expire(sandbox, trouble.usernames);
    case 'revoke':
      return sandbox.control('POST', '/revoke', { username: trouble.username });
    case 'edit':
      return api.edit(postOf(scene, trouble.post));
    case 'remove':
      return api.remove(postOf(scene, trouble.post));
    case 'move':
      return api.move(postOf(scene, trouble.post), trouble.aheadMs);
    case 'pause':
      return pause(scene, trouble);
    case 'retry':
      return retryFailed(scene);
  }
}

function expire(sandbox: ChaosSandbox, usernames: readonly string[]): Promise<unknown> {
  return Promise.all(usernames.map((username) => sandbox.control('POST', '/expire-tokens', { username })));
}

/** Expires many tokens at once; X delays the first renewals before it fails them. */
async function slowDownRenewals({ sandbox, people }: Scene): Promise<void> {
  const fault = { kind: 'connection_reset', endpoint: 'token', delayMs: SLOW_MS, count: SLOW_RENEWALS };
  await sandbox.control('POST', '/faults', fault);
  await expire(
    sandbox,
    people.slice(-EXPIRED_AT_ONCE).map((person) => person.username),
  );
}

async function pause(scene: Scene, trouble: Extract<Trouble, { kind: 'pause' }>): Promise<void> {
  const person = scene.people[trouble.account] as Person;
  const pause = await scene.api.pause(person, trouble.what);
  await sleep(trouble.forMs);
  if (!trouble.stays) await scene.api.unpause(person, trouble.what, pause);
}

/** Presses Retry on failed posts as people do, a few at a time. */
async function retryFailed(scene: Scene): Promise<void> {
  const byId = new Map([...scene.posts.values()].map((post) => [post.id, post]));
  for (const id of await failedPosts(scene.database, RETRIED_AT_ONCE)) {
    const post = byId.get(id);
    if (post) await scene.api.retry(post);
  }
}

function postOf(scene: Scene, number: number): Promised {
  const post = scene.posts.get(number);
  if (!post) throw new Error(`There is no post ${number}`);
  return post;
}
