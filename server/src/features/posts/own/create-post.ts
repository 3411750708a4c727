import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { postEdits } from '../../../platform/rate-limits.ts';
import { type Compare, confirmSimilar } from '../../alike/confirm-similar.ts';
import type { BillingState } from '../../billing/billing.types.ts';
import { requirePlan } from '../../billing/require-not-canceled.ts';
import { requireLinkRoom } from '../../costs/require-link-room.ts';
import { listPostsByIds } from '../../post/post.queries.ts';
import { contentFault } from '../../post/post.rules.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { lockLanes, postNotFound, requireOwnPost } from '../../publishing/lanes/lock-lanes.ts';
import { readCalendar } from '../../publishing/lanes/read-calendar.ts';
import { addPosts } from '../../publishing/lanes/schedule-posts.ts';
import { lockUser } from '../../users/users.queries.ts';
import { type AccountIdInput, chooseAccount } from '../choose-account.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { refusalOf } from '../posts.errors.ts';
import { insertRequest, selectRequest } from '../posts.store.ts';
import { recordSources } from '../record-sources.ts';
import { type ChosenTime, requirePlannable } from '../require-plannable.ts';
import { requireDayRoom, requireSlot, requireTrialRoom } from '../require-room.ts';

type Pressed = { key: string; acceptSimilar: boolean };
type NewPost = AccountIdInput & ChosenTime & Pressed & { content: string };
type Copy = ChosenTime & Pressed & { content?: string | undefined };

/**
 * Schedules a post written by the person, once per key. Throws EMAIL_NOT_VERIFIED, SUBSCRIPTION_CANCELED,
 * NO_SUBSCRIPTION, X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, POST_TOO_LONG, TIME_IN_PAST, TIME_OUT_OF_RANGE,
 * TIME_SKIPPED, POSTS_PER_DAY_REACHED, LINKS_PER_CYCLE_REACHED, TRIAL_POSTS_REACHED, TOO_SIMILAR,
 * RATE_LIMIT_EXCEEDED.
 */
export function createPost(deps: PostsDeps, actor: Actor, input: NewPost): Promise<PostRecord> {
  return saveOnce(deps, actor, input, async (tx, billing) => {
    const account = await chooseAccount(tx, actor.userId, input);
    const origin = { kind: 'planned', detail: { own: true } } as const;
    return { accountId: account.id, content: input.content, time: input, billing, origin };
  });
}

/**
 * Schedules a copy of a post on the same account, with the same text unless a new one is given; otherwise
 * like `createPost`. The copy is not compared with its original.
 */
export function duplicatePost(
  deps: PostsDeps,
  actor: Actor,
  postId: number,
  input: Copy,
): Promise<PostRecord> {
  return saveOnce(deps, actor, input, async (tx, billing) => {
    const { post } = await requireOwnPost(tx, actor, postId);
    const account = await chooseAccount(tx, actor.userId, { twitterAccountId: post.accountId });
    const origin = { kind: 'copied', detail: { of: String(postId) } } as const;
    const content = input.content ?? post.content;
    return { accountId: account.id, content, copyOf: postId, time: input, billing, origin };
  });
}

type Draft = {
  accountId: number;
  content: string;
  copyOf?: number;
  time: ChosenTime;
  billing: BillingState;
  origin: { kind: 'planned' | 'copied'; detail: Record<string, unknown> };
};

async function saveOnce(
  deps: PostsDeps,
  actor: Actor,
  { key, acceptSimilar }: Pressed,
  draft: (tx: Db, billing: BillingState) => Promise<Draft>,
): Promise<PostRecord> {
  await deps.limits.consume(postEdits, actor.userId);
  requireVerified(actor, 'schedule posts');
  const billing = await requirePlan(deps, actor.userId);
  const now = deps.clock.now();
  return confirmSimilar(deps, actor, acceptSimilar, (compare) =>
    inTransaction(deps.db, async (tx) => {
      // Locking the person serialises requests with the same key, or for the last free place.
      await lockUser(tx, actor.userId);
      const saved = await selectRequest(tx, actor.userId, key);
      const ids = saved ?? [await saveOne(deps, tx, actor, now, await draft(tx, billing), compare)];
      if (!saved) await insertRequest(tx, { userId: actor.userId, key, postIds: ids, at: now });
      const [post] = await listPostsByIds(tx, ids);
      if (!post) throw postNotFound();
      return post;
    }),
  );
}

async function saveOne(
  deps: PostsDeps,
  tx: Db,
  actor: Actor,
  now: Date,
  draft: Draft,
  compare: Compare,
): Promise<number> {
  const { accountId, content, billing, time, origin } = draft;
  const { userId, timeZone } = actor;
  const wrong = contentFault(content);
  if (wrong) throw refusalOf(wrong, 'content');
  const [lane] = await lockLanes(tx, [accountId]);
  await requireTrialRoom(tx, userId, billing, 1);
  const calendar = await readCalendar(tx, accountId, timeZone, now);
  const chosen = requirePlannable(actor, time, billing, now);
  if (chosen) requireDayRoom(calendar, [chosen], billing);
  const slot = chosen ?? requireSlot(calendar, { timeZone, billing }, now);
  await compare(tx, [content], draft.copyOf);
  const posts = [{ content, ...slot }];
  await requireLinkRoom(tx, userId, billing, posts);
  const [id] = await addPosts(tx, { accountId, now, lane }, { userId, jobId: null, posts, origin });
  await recordSources(tx, accountId, [{ id: id as number, content }]);
  await deps.events.notify(tx, 'posts_due', { at: slot.at.getTime() });
  return id as number;
}
