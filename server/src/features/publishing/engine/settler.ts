import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { EventMap } from '../../../platform/events.ts';
import { findTiers } from '../../billing/billing.queries.ts';
import { recordPublished } from '../../figures/record-costs.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { wireStatus } from '../../post/post-words.rules.ts';
import { lockLanes } from '../lanes/lock-lanes.ts';
import type { EngineDeps } from '../publishing.deps.ts';
import { figuresOfSettled, publishedOf } from '../publishing.rules.ts';
import type { Settled, Settlement } from '../publishing.types.ts';
import { settle } from './publishing.store.ts';
import { resumePublishing } from './stop-publishing.ts';

const BATCH = 100;
const GATHER_MS = 10;
const MAX_PAUSE_MS = 5_000;

export type Settler = {
  /** Settles soon, batched with others; resolves once it is in the database. */
  add(settlement: Settlement): Promise<void>;
};

/** Settles one batch, at most one attempt per account, and announces it in the same transaction. */
export async function settleBatch(deps: EngineDeps, batch: readonly Settlement[]): Promise<Settled[]> {
  const settled = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    // Lock first: the statement that looks up the next posts must see everything written before the lanes
    // were free.
    await lockLanes(
      tx,
      batch.map(({ accountId }) => accountId),
    );
    const tiers = await findTiers(
      tx,
      batch.map(({ userId }) => userId),
      now,
    );
    const priced = batch.map((each) => ({ ...each, tier: tiers.get(each.userId) ?? 'free' }));
    const rows = await settle(tx, priced, deps.clock.databaseNow());
    await recordFigures(tx, now, figuresOfSettled(priced, rows, now));
    await recordPublished(tx, now, publishedOf(priced, rows));
    if (rows.length > 0) await deps.events.notify(tx, 'post_status', rows.map(eventOf));
    if (batch.some((each) => each.isProbe && each.outcome === 'posted')) await resumePublishing(deps, tx);
    crashPoint('settling');
    return rows;
  });
  crashPoint('settled');
  if (batch.some((each) => each.outcome === 'retry')) crashPoint('retry_waiting');
  for (const { outcome } of batch) deps.metrics.publishAttempts.inc({ outcome });
  return settled;
}

/** The event that tells streams a post's new state. */
export function eventOf(row: Settled): EventMap['post_status'][number] {
  const { status, updatedAt, id, userId, retryCount, tweetId, errorMessage } = row;
  const at = updatedAt.toISOString();
  return { id, userId, status: wireStatus(status), retryCount, tweetId, errorMessage, updatedAt: at };
}

/**
 * Collects settlements for a few milliseconds and writes them together. X's answers must not be lost: while
 * the database is down, a batch is retried until it is written.
 */
export function createSettler(deps: EngineDeps): Settler {
  let waiting: { settlement: Settlement; done: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { batch, rest } = takeBatch(waiting);
    waiting = rest;
    if (batch.length === 0) return;
    if (waiting.length > 0) plan();
    await write(batch.map((each) => each.settlement));
    for (const each of batch) each.done();
  }

  /** Retries until the batch is written. */
  async function write(batch: readonly Settlement[]): Promise<void> {
    for (let pause = 100; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      try {
        await settleBatch(deps, batch);
        return;
      } catch (error) {
        deps.log.error({ err: error, posts: batch.length }, 'could not store publish results');
        if (isRefusal(error)) return writeRefused(batch);
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  /**
   * Isolates the settlement that the database rejects, and writes it without its message. If that is rejected
   * too, the lane stays open: its timeline is checked, and three such attempts in a row hold the account.
   */
  async function writeRefused(batch: readonly Settlement[]): Promise<void> {
    const [only] = batch;
    if (batch.length > 1 || !only) return void (await Promise.all(batch.map((each) => write([each]))));
    if ('message' in only && only.message !== '') return write([{ ...only, message: '' }]);
  }

  function plan(): void {
    timer ??= setTimeout(() => void flush(), GATHER_MS);
  }

  return {
    add(settlement) {
      return new Promise((done) => {
        waiting.push({ settlement, done });
        if (waiting.length >= BATCH) void flush();
        else plan();
      });
    },
  };
}

/** The first settlement of each account; the rest wait for the next statement. At most one statement's worth waits. */
function takeBatch<T extends { settlement: Settlement }>(waiting: readonly T[]): { batch: T[]; rest: T[] } {
  const accounts = new Set<number>();
  const batch: T[] = [];
  const rest: T[] = [];
  for (const each of waiting) {
    const { accountId } = each.settlement;
    const isTaken = !accounts.has(accountId);
    (isTaken ? batch : rest).push(each);
    if (isTaken) accounts.add(accountId);
  }
  return { batch, rest };
}

/** Whether PostgreSQL rejected the data itself (classes 22 and 23), so that a retry cannot help. */
function isRefusal(error: unknown): boolean {
  const code =
    (error as { code?: unknown; cause?: { code?: unknown } }).cause?.code ??
    (error as { code?: unknown }).code;
  return typeof code === 'string' && /^2[23]/.test(code);
}
