/** Single steps of the engine, written out on a page of `docs/calls`. */
import { sql } from 'drizzle-orm';
import { onTestFinished, vi } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { inPlain } from '../../../test/in-plain.ts';
import { type KeptPage, openKeptPage } from '../../../test/kept-calls.ts';
import { mailTo } from '../../../test/mailbox.ts';
import type { XClient } from '../../providers/x/x.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import type { AccountsDeps } from '../accounts/accounts.deps.ts';
import { createAccountTokens } from '../accounts/create-account-tokens.ts';
import { createRenewals } from '../accounts/renewals.ts';
import { claimAndPublish, lookForUnknown, probe, type Work } from './claim-and-publish.ts';
import { holdAccount } from './hold-account.ts';
import { livingDeps } from './lanes.fixture.ts';
import type { EngineDeps } from './publishing.deps.ts';
import type { Settlement } from './publishing.types.ts';
import { settleBatch } from './settler.ts';

export type StepPage = KeptPage & {
  deps: EngineDeps;
  /** Does something, and writes out its result, what is logged and what is counted, too. */
  tell<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Claims what is due and publishes it, up to its settlement. */
  attempt(name: string, deps?: EngineDeps): Promise<(Settlement | undefined)[]>;
  /** Tries one post while publishing is stopped. */
  probe(name: string): Promise<(Settlement | undefined)[]>;
  /** Sends what is queued, and writes out the emails that came for somebody since the last time. */
  mail(name: string, address: string): Promise<unknown>;
  /** Reads the timelines of posts whose outcome is unknown. */
  look(name: string, deps?: EngineDeps): Promise<(Settlement | undefined)[]>;
};

/** A page with a worker whose steps are taken one by one; it has the app's own X, tokens and database. */
export async function openStepPage(): Promise<StepPage> {
  vi.spyOn(Math, 'random').mockReturnValue(0.4);
  // Else X's time would be later by the milliseconds that its answer took.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  const page = await openKeptPage();
  const { app } = page;
  const lines: string[] = [];
  const seen = new Map<string, number>();
  const x = createXClient(app.config.x, app.clock);
  const deps = workerOf(app, x, (line) => lines.push(line));

  const tell = <T>(name: string, work: () => Promise<T>) => {
    let counts: string[] = [];
    return page.step(
      name,
      async () => {
        lines.length = 0;
        const before = await countsOf(app);
        const result = await work();
        const after = await countsOf(app);
        counts = [...after].filter(([key, value]) => before.get(key) !== value).map(pairLine(before));
        return result;
      },
      (result) => [
        ...(result === undefined ? [] : [`gives ${inPlain(result)}`]),
        ...lines.map((line) => `logs ${line}`),
        ...counts,
      ],
    );
  };
  async function settled(works: Promise<Work[]>, given: EngineDeps) {
    const settlements = await Promise.all((await works).map(({ settlement }) => settlement));
    const batch = settlements.filter((each) => each !== undefined);
    if (batch.length > 0) await settleBatch(given, batch);
    return settlements;
  }
  return {
    ...page,
    deps,
    tell,
    attempt: (name, given = deps) => tell(name, () => settled(claimAndPublish(oneByOne(given), 100), given)),
    probe: (name) => tell(name, () => settled(probe(oneByOne(deps)), deps)),
    async mail(name, address) {
      await app.platform.jobs.drain();
      const all = await mailTo(app, address);
      const fresh = all
        .splice(seen.get(address) ?? 0)
        .map(({ subject, text }) => [subject, ...text.split('\n')]);
      seen.set(address, all.length + fresh.length);
      return tell(name, async () => fresh.sort());
    },
    async look(name, given = deps) {
      // A request that X refuses tells its time anew, so that a slow run reads timelines from the same second.
      await x.profile('nobody').catch(() => undefined);
      return tell(name, () => settled(lookForUnknown(given, 100), given));
    },
  };
}

/** Asks for tokens once `Processing` is told: else what follows from them would come before it or after. */
function oneByOne(deps: EngineDeps): EngineDeps {
  const told = Promise.withResolvers<void>();
  const notify: typeof deps.events.notify = (...given) => deps.events.notify(...given).finally(told.resolve);
  const accessFor: typeof deps.tokens.accessFor = (ids) =>
    told.promise.then(() => deps.tokens.accessFor(ids));
  return { ...deps, events: { ...deps.events, notify }, tokens: { ...deps.tokens, accessFor } };
}

const pairLine =
  (before: Map<string, number>) =>
  ([key, value]: [string, number]) =>
    `counts ${key}: ${before.get(key) ?? 0} → ${value}`;

/** What the engine counts, but for what is read from the database. */
async function countsOf({ platform: { metrics } }: TestApp): Promise<Map<string, number>> {
  const { publishAttempts, claims, publishLatenessSeconds, unanswered, laneFaults } = metrics;
  const all = await Promise.all(
    [publishAttempts, claims, publishLatenessSeconds, unanswered, laneFaults].map((each) => each.get()),
  );
  return new Map(
    all.flatMap(({ name, values }) =>
      values
        .filter(({ labels }) => !('le' in labels))
        .map((each): [string, number] => [
          [name, ...Object.values(each.labels)].join(' ').replace('drumbeat_', ''),
          each.value,
        ]),
    ),
  );
}

/** A worker of this app, with logs that are written down. */
function workerOf(app: TestApp, x: XClient, write: (line: string) => void): EngineDeps {
  const never = () => Promise.reject(new Error('not asked for here'));
  const { config, clock, platform } = app;
  const say = (level: string) => (what: unknown, words?: string) =>
    write(
      `${level}: ${inPlain(typeof what === 'string' ? what : withErrors(what), { isOneLine: true })} ${words ?? ''}`,
    );
  const log = Object.assign(Object.create(platform.log) as typeof platform.log, {
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
  });
  const base = { ...platform, clock, log, publicUrl: config.publicUrl, x };
  const accounts: AccountsDeps = {
    ...base,
    renewals: createRenewals(),
    holds: {
      waitForOpen: never,
      hold: (tx, id, reason) => holdAccount(base, tx, id, reason),
      release: never,
    },
    deleteSources: never,
    deleteUnpublished: never,
    eraseVoice: never,
  };
  return { ...livingDeps(app), ...base, tokens: createAccountTokens(accounts) };
}

/** An error by its message alone. */
function withErrors(what: unknown): unknown {
  const { err, ...rest } = what as Record<string, unknown>;
  return err === undefined ? rest : { ...rest, err: err instanceof Error ? err.message : err };
}

export type Writer = { app: TestApp; user: BuiltUser; id: number; username: string };

/** Somebody in India with an account, and a plan if one is given. */
export async function writerOf(app: TestApp, username: string, plan?: 'pro' | 'standard'): Promise<Writer> {
  const user = await buildUser(app, { email: `${username}@example.com`, timeZone: 'Asia/Kolkata' });
  if (plan) await subscribe(app, user, { plan });
  const { id } = await connectX(app, user, username);
  return { app, user, id, username };
}

/** A post that came due some milliseconds ago. */
export function due({ app, user, id }: Writer, content: string, agoMs = 0, more: object = {}) {
  const scheduledAt = new Date(app.clock.now().getTime() - agoMs);
  return buildPost(app, { user, accountId: id, content, scheduledAt, ...more });
}

/** Leaves no post and no hold, and lanes that never had any. */
export async function clearLanes(db: TestApp['platform']['db']): Promise<void> {
  await db.execute(sql`delete from posts`);
  await db.execute(sql`delete from account_holds`);
  await db.execute(sql`
    update lanes set next_post = null, next_due = null, open_post = null, worker = null, started_at = null, look_at = null,
      not_before = null, hold = null, unknown_reason = null, unknown_since = null, certain_at = null, called_at = null, absents = 0`);
}
