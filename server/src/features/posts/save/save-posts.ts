import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import type { AppError } from '../../../platform/errors.ts';
import { type Compare, confirmSimilar } from '../../alike/confirm-similar.ts';
import type { BillingState } from '../../billing/billing.types.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { requireLinkRoom } from '../../costs/require-link-room.ts';
import { recordSchedulingCycle } from '../../generation/allowance/update-scheduling-cycle.ts';
import { consumeJob } from '../../generation/jobs/consume-job.ts';
import { listPostsByIds, listPostsOfJob } from '../../post/post.queries.ts';
import {
  contentFault,
  fullDays,
  postsPerDay,
  type Slot,
  timeFault,
  wallClock,
} from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { deletePosts } from '../../publishing/lanes/delete-posts.ts';
import { lockLanes } from '../../publishing/lanes/lock-lanes.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { addPosts } from '../../publishing/lanes/schedule-posts.ts';
import type { Calendar } from '../../publishing/lanes/slots.rules.ts';
import { lockUser } from '../../users/users.queries.ts';
import { pairEdits } from '../../voice/lessons/lessons.rules.ts';
import { recordEdits } from '../../voice/lessons/record-edits.ts';
import { type AccountIdInput, chooseAccount } from '../choose-account.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { daysAreFull, refusalOf } from '../posts.errors.ts';
import { recordSources } from '../record-sources.ts';
import { requireTrialRoom } from '../require-room.ts';

type Draft = { content: string; scheduledTime: string };
type Input = AccountIdInput & {
  jobId?: string | undefined;
  finalize: boolean;
  posts: Draft[];
  acceptSimilar: boolean;
};

/**
 * Saves the posts of a completed generation job, all or none, once: a repeat with the same job returns what
 * it saved. If the person agreed, it also deletes the account's pending and failed posts. Checks ownership,
 * count, length, times and plan limits itself, whatever the client checked. Throws EMAIL_NOT_VERIFIED,
 * SUBSCRIPTION_CANCELED, X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, ACCOUNT_IDS_DIFFER, JOB_NOT_FOUND,
 * JOB_NOT_USABLE, JOB_RESULT_DIFFERS, POST_TOO_LONG, TIME_IN_PAST, TIME_OUT_OF_RANGE, POSTS_PER_DAY_REACHED,
 * LINKS_PER_CYCLE_REACHED, TRIAL_POSTS_REACHED, and TOO_SIMILAR for drafts that the person rewrote.
 */
export async function savePosts(deps: PostsDeps, actor: Actor, input: Input): Promise<PostRecord[]> {
  requireVerified(actor, 'schedule posts');
  const billing = await requireNotCanceled(deps, actor.userId, 'scheduling disabled');
  const account = await chooseAccount(deps.db, actor.userId, input);
  const now = deps.clock.now();
  const drafts = input.posts.map((draft) => ({ content: draft.content, at: new Date(draft.scheduledTime) }));
  checkDrafts(drafts, { ...billing, timeZone: actor.timeZone }, now);

  return confirmSimilar(deps, actor, input.acceptSimilar, (compare) =>
    inTransaction(deps.db, (tx) =>
      saveAll(deps, tx, actor, { input, account, billing, drafts, now }, compare),
    ),
  );
}

type Checked = {
  input: Input;
  account: { id: number };
  billing: BillingState;
  drafts: { content: string; at: Date }[];
  now: Date;
};

async function saveAll(
  deps: PostsDeps,
  tx: Db,
  actor: Actor,
  { input, account, billing, drafts, now }: Checked,
  compare: Compare,
): Promise<PostRecord[]> {
  // Locking the person prevents two saves from counting the same free places.
  await lockUser(tx, actor.userId);
  const job = await consumeJob(deps, tx, {
    userId: actor.userId,
    accountId: account.id,
    jobId: input.jobId,
  });
  if (job.alreadyUsed) return listPostsOfJob(tx, job.id);
  const planned = drafts.map((draft) => ({ ...draft, local: wallClock(draft.at, actor.timeZone) }));
  if (drafts.length > job.slots.length) throw tooMany(drafts.length, job.slots.length);
  await requireTrialRoom(tx, actor.userId, billing, drafts.length);
  // Texts written by the model were compared when they were accepted.
  const written = new Set(job.drafts);
  await compare(
    tx,
    drafts.flatMap(({ content }) => (written.has(content) ? [] : content)),
  );
  const [lane] = await lockLanes(tx, [account.id]);
  const where = { accountId: account.id, now, lane };
  if (input.finalize && job.replaces)
    await deletePosts(tx, where, 'pending_failed', { way: 'replaced', by: actor.userId });
  requireDays(await readCalendar(tx, account.id, actor.timeZone, now), planned, billing);
  await requireLinkRoom(tx, actor.userId, billing, planned);
  const ids = await addPosts(tx, where, { userId: actor.userId, jobId: job.id, posts: planned });
  if (input.finalize) await recordSchedulingCycle(deps, tx, { userId: actor.userId, jobId: job.id });
  await recordEdits(tx, account.id, pairEdits(job.drafts, drafts.map(contentOf)), now);
  await deps.events.notify(tx, 'posts_due', { at: Math.min(...drafts.map((draft) => draft.at.getTime())) });
  const saved = await listPostsByIds(tx, ids);
  await recordSources(tx, account.id, saved);
  return saved;
}

function contentOf({ content }: { content: string }): string {
  return content;
}

function checkDrafts(
  drafts: readonly { content: string; at: Date }[],
  window: BillingState & { timeZone: string },
  now: Date,
): void {
  drafts.forEach((draft, index) => {
    const long = contentFault(draft.content);
    if (long) throw refusalOf(long, `posts.${index}.content`);
    const late = timeFault(draft.at, window, now, 'may be late');
    if (late) throw refusalOf(late, `posts.${index}.scheduledTime`);
  });
}

function tooMany(sent: number, generated: number): AppError {
  const message = `Only ${generated} posts were generated; ${sent} were sent.`;
  return refusalOf({ code: 'JOB_RESULT_DIFFERS', message }, 'posts');
}

/** Throws POSTS_PER_DAY_REACHED if a day, with its existing posts, would exceed the plan's limit. */
function requireDays(calendar: Calendar, planned: readonly Slot[], billing: BillingState): void {
  const cap = postsPerDay(billing);
  const locals = planned.map((post) => post.local);
  const full = fullDays(calendar.perDay, locals, cap);
  if (full.length > 0) throw daysAreFull(cap, full);
}
