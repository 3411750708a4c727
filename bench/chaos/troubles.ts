import type { BenchDatabase } from '../support/postgres.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';
import { planFaults } from './faults.ts';
import type { Fleet } from './fleet.ts';
import type { ChaosOptions } from './options.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import type { Appointment } from './timetable.ts';
import type { Person, Promised } from './truth.ts';

export type Scene = {
  options: ChaosOptions;
  random: Random;
  start: number;
  database: BenchDatabase;
  sandbox: ChaosSandbox;
  fleet: Fleet;
  api: People;
  people: readonly Person[];
  posts: ReadonlyMap<number, Promised>;
  /** Filled with when the database was away. */
  outages: { from: number; to: number }[];
};

const FAULTS_PER_POST = 0.04;
const ACTS_PER_POST = 0.08;
/** Kills go on for this long after the last post fell due, into the time of reconciling. */
const AFTER_MS = 20_000;

/** Every fault of the run with its time, drawn from the seed before the first one happens. */
export function planTroubles(scene: Scene): Appointment[] {
  const { options, random, start } = scene;
  const length = options.minutes * 60_000;
  const sometime = () => start + random.next() * length;
  const plan: Appointment[] = [];
  const usernames = scene.people.map((person) => person.username);
  const { control } = scene.sandbox;

  for (let count = 0; count < options.kills; count += 1) {
    const slot = random.below(4);
    const atWorkMs = random.between(0, 2_000);
    plan.push({
      at: start + random.next() * (length + Math.min(AFTER_MS, length)),
      act: () => scene.fleet.killOne(slot, atWorkMs),
    });
  }
  const faults = Math.ceil(options.posts * FAULTS_PER_POST);
  for (const fault of planFaults(random, faults, usernames, length / 3))
    plan.push({ at: sometime(), act: () => control('POST', '/faults', fault) });
  for (const [how, share] of [
    ['fast', 0.35],
    ['immediate', 0.7],
  ] as const) {
    const at = start + length * (share + random.between(-0.1, 0.1));
    plan.push({ at, act: async () => scene.outages.push(await scene.database.restart(how)) });
  }
  for (const username of random.shuffled(usernames).slice(0, Math.ceil(usernames.length / 10)))
    plan.push({ at: sometime(), act: () => control('POST', '/expire-tokens', { username }) });
  for (const username of random.shuffled(usernames).slice(0, Math.ceil(usernames.length / 100)))
    plan.push({ at: sometime(), act: () => control('POST', '/revoke', { username }) });
  return [...plan, ...planPeople(scene, sometime)];
}

/** What customers do meanwhile, mostly to posts that are about to go out, because that is where races are. */
function planPeople(scene: Scene, sometime: () => number): Appointment[] {
  const { random, api, options } = scene;
  const plan: Appointment[] = [];
  const soonest = [...scene.posts.values()].sort((a, b) => (a.notBefore[0] ?? 0) - (b.notBefore[0] ?? 0));
  for (let count = 0; count < options.posts * ACTS_PER_POST; count += 1) {
    const post = random.pick(soonest);
    const act = random.next();
    const dueAt = post.notBefore[0] ?? 0;
    const seconds = random.between(3, 30) * 1000;
    const days = random.between(1, 4) * 86_400_000;
    const run = () => {
      if (act < 0.55) return api.edit(post);
      if (act < 0.75) return api.remove(post);
      return api.move(post, act < 0.9 ? seconds : days);
    };
    plan.push({ at: random.chance(0.7) ? dueAt + random.between(-1_500, 500) : sometime(), act: run });
  }
  for (const person of random.shuffled(scene.people).slice(0, Math.ceil(scene.people.length * 0.04))) {
    const what = random.chance(0.5) ? 'account' : 'all';
    const stays = random.chance(0.2);
    const length = random.between(500, 8_000);
    plan.push({
      at: sometime(),
      async act() {
        const pause = await api.pause(person, what);
        await new Promise((resolve) => setTimeout(resolve, length));
        if (!stays) await api.unpause(person, what, pause);
      },
    });
  }
  plan.push(...planRetries(scene, sometime));
  return plan;
}

/** People press Retry on posts that have failed, a few at a time. */
function planRetries(scene: Scene, sometime: () => number): Appointment[] {
  const byId = new Map([...scene.posts.values()].map((post) => [post.id, post]));
  return Array.from({ length: Math.ceil(scene.options.posts / 500) }, () => ({
    at: sometime(),
    async act() {
      const failed = await scene.database.rows<{ id: number }>(
        `select id from posts where status = 'failed' order by updated_at desc limit 2`,
      );
      for (const { id } of failed) {
        const post = byId.get(Number(id));
        if (post) await scene.api.retry(post);
      }
    },
  }));
}
