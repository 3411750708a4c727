import type { ImportFault } from '@drumbeat/contract/posts/own-posts.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { postImports } from '../../../platform/rate-limits.ts';
import { confirmSimilar } from '../../alike/confirm-similar.ts';
import type { BillingState } from '../../billing/billing.types.ts';
import { requirePlan } from '../../billing/require-not-canceled.ts';
import { requireLinkRoom } from '../../costs/require-link-room.ts';
import { listPostsByIds } from '../../post/post.queries.ts';
import {
  contentFault,
  type Fault,
  fullDays,
  postsPerDay,
  type Slot,
  timeFault,
} from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { lockLanes, type Where } from '../../publishing/lanes/lock-lanes.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { addPosts } from '../../publishing/lanes/schedule-posts.ts';
import { lockUser } from '../../users/users.queries.ts';
import { type AccountIdInput, chooseAccount } from '../choose-account.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { daysAreFull, trialIsFull } from '../posts.errors.ts';
import { insertRequest, selectRequest } from '../posts.store.ts';
import { recordSources } from '../record-sources.ts';
import { trialPostsLeft } from '../require-room.ts';
import { type ImportRow, readCsv, timeOf } from './csv.rules.ts';

type Input = AccountIdInput & { key: string; csv: string; dryRun: boolean; acceptSimilar: boolean };
type Import = {
  rows: number;
  faults: ImportFault[];
  /** What is wrong with the posts as a whole. */
  refusal: Fault | null;
  posts: PostRecord[];
};
type Draft = Slot & { content: string };

/**
 * Schedules the posts of a CSV on one account, all or none, once per key; a dry run or a faulty row saves
 * nothing. Similar posts are checked once per file, before anything is locked: TOO_SIMILAR. Throws
 * IMPORT_INVALID for an unreadable CSV, and otherwise like `createPost`.
 */
export async function importPosts(deps: PostsDeps, actor: Actor, input: Input): Promise<Import> {
  await deps.limits.consume(postImports, actor.userId);
  requireVerified(actor, 'schedule posts');
  const billing = await requirePlan(deps, actor.userId);
  const { rows, fault } = readCsv(input.csv);
  if (!rows) throw new AppError('IMPORT_INVALID', fault, { data: { fields: { csv: fault } } });
  const now = deps.clock.now();
  // Validating a large file takes a third of a second, so it is done before anything is locked.
  const { drafts, faults } = judge(rows, { ...billing, timeZone: actor.timeZone }, now);
  const isSaved = (await selectRequest(deps.db, actor.userId, input.key)) !== undefined;
  const unasked = input.acceptSimilar || input.dryRun || faults.length > 0 || isSaved;
  return confirmSimilar(deps, actor, unasked, async (compare) => {
    await compare(
      deps.db,
      drafts.map((draft) => draft.content),
    );
    return saveAll(deps, actor, input, { rows: rows.length, drafts, faults, billing, now });
  });
}

type Judged = { rows: number; drafts: Draft[]; faults: ImportFault[]; billing: BillingState; now: Date };

function saveAll(
  deps: PostsDeps,
  actor: Actor,
  input: Input,
  { rows, drafts, faults, billing, now }: Judged,
): Promise<Import> {
  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const saved = input.dryRun ? undefined : await selectRequest(tx, actor.userId, input.key);
    const done = { rows, faults: [], refusal: null };
    if (saved) return { ...done, posts: await listPostsByIds(tx, saved) };
    const account = await chooseAccount(tx, actor.userId, input);
    const [lane] = await lockLanes(tx, [account.id]);
    const refusal = await refusalOfAll(tx, actor, {
      accountId: account.id,
      drafts,
      count: rows,
      billing,
      now,
    });
    if (input.dryRun || faults.length > 0 || refusal) return { rows, faults, refusal, posts: [] };
    const ids = await save(deps, tx, actor.userId, { accountId: account.id, now, lane }, drafts);
    await insertRequest(tx, { userId: actor.userId, key: input.key, postIds: ids, at: now });
    const posts = await listPostsByIds(tx, ids);
    await recordSources(tx, account.id, posts);
    return { ...done, posts };
  });
}

/** Validates each row: returns the drafts with a possible time, and the faults, in order. */
function judge(
  rows: readonly ImportRow[],
  person: BillingState & { timeZone: string },
  now: Date,
): { drafts: Draft[]; faults: ImportFault[] } {
  const drafts: Draft[] = [];
  const faults: ImportFault[] = [];
  for (const row of rows) {
    const plan = timeOf(row, person.timeZone);
    const late = 'code' in plan ? plan : timeFault(plan.at, person, now, 'must be ahead');
    const long = contentFault(row.content);
    if (late) faults.push({ row: row.row, column: 'time', ...late });
    if (long) faults.push({ row: row.row, column: 'content', ...long });
    if (!late && !('code' in plan)) drafts.push({ ...plan, content: row.content });
  }
  return { drafts, faults };
}

/** Which limit of the plan the posts exceed as a whole; null if none. */
async function refusalOfAll(
  tx: Db,
  actor: Actor,
  given: { accountId: number; drafts: readonly Draft[]; count: number; billing: BillingState; now: Date },
): Promise<Fault | null> {
  const { accountId, drafts, count, billing, now } = given;
  const left = await trialPostsLeft(tx, actor.userId, billing);
  const perDay = postsPerDay(billing);
  const calendar = await readCalendar(tx, accountId, actor.timeZone, now);
  const full = fullDays(
    calendar.perDay,
    drafts.map((draft) => draft.local),
    perDay,
  );
  if (count > left) return faultOf(trialIsFull(left));
  if (full.length > 0) return faultOf(daysAreFull(perDay, full));
  try {
    await requireLinkRoom(tx, actor.userId, billing, drafts);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return faultOf(error);
  }
  return null;
}

function faultOf({ code, message }: AppError): Fault {
  return { code, message };
}

async function save(
  deps: PostsDeps,
  tx: Db,
  userId: number,
  where: Where,
  drafts: readonly Draft[],
): Promise<number[]> {
  const origin = { kind: 'planned', detail: { imported: true } } as const;
  const change = { userId, jobId: null, posts: drafts, origin };
  const ids = await addPosts(tx, where, change);
  await deps.events.notify(tx, 'posts_due', { at: Math.min(...drafts.map((draft) => draft.at.getTime())) });
  return ids;
}
