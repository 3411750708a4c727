import {
  isSchedulable,
  isTemporaryId,
  POST_MAX,
  postCan,
  TIME_OUT_OF_RANGE,
} from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { dayTimePhrase } from '../../ui/time/time.ts';
import { publishingStrings } from '../publishing/publishing.strings.ts';
import { postsStrings } from './posts.strings.ts';

type Subject = Pick<Post, 'id' | 'status'>;

/** The circumstances in which a post is to be changed. */
export type Surroundings = {
  canceled: boolean;
  connected: boolean;
  /** Generated posts are being saved, or the list is being refetched after that. */
  synchronizing: boolean;
  editingId: string | null;
};

/** Why a post may not be edited now; null if it may. */
export function editBlock(post: Subject, around: Surroundings): string | null {
  if (around.canceled) return postsStrings.canceledEdit;
  if (post.status === 'Posted') return postsStrings.published;
  if (around.synchronizing) return postsStrings.synchronizing;
  if (isTemporaryId(post.id) || !postCan.edit(post)) return postsStrings.processing;
  if (around.editingId !== null && around.editingId !== post.id) return postsStrings.oneAtATime;
  return null;
}

/** Why a post may not be deleted now; null if it may. */
export function deleteBlock(post: Subject, around: Surroundings): string | null {
  if (around.canceled) return postsStrings.canceledDelete;
  if (post.status === 'Posted') return postsStrings.postedUnchangeable;
  if (isTemporaryId(post.id) || !postCan.delete(post)) return 'Post is going out right now';
  return null;
}

/** Why a failed post may not be retried now; null if it may. */
export function retryBlock(post: Subject, around: Surroundings): string | null {
  if (around.canceled) return postsStrings.canceledRetry;
  if (!around.connected) return publishingStrings.connectToRetry;
  return postCan.retry(post) ? null : postsStrings.postedUnchangeable;
}

/** Why a post may not be moved or paused now; null if it may. An open editor elsewhere does not matter. */
export function changeBlock(post: Subject, around: Surroundings): string | null {
  return editBlock(post, { ...around, editingId: null });
}

/** Why a post may not be published now; null if it may. */
export function publishBlock(post: Subject, around: Surroundings): string | null {
  if (around.canceled) return postsStrings.canceledPublish;
  if (!around.connected) return postsStrings.connectToPublish;
  if (post.status === 'Failed') return postsStrings.retryInstead;
  return post.status === 'Posted' ? postsStrings.postedUnchangeable : changeBlock(post, around);
}

/** Why a text may not be saved; null if it may. `weight` is its length as X counts it. */
export function contentProblem(text: string, weight: number): string | null {
  if (text.trim() === '') return 'Write something to post';
  if (weight > POST_MAX) return `${weight - POST_MAX} over the limit of ${POST_MAX}`;
  return null;
}

/** Why an edited time may not be saved; null if it may. An unchanged time is always allowed. */
export function timeProblem(
  time: number | null,
  original: number,
  windowEnd: number,
  now: number,
): string | null {
  if (time === null) return postsStrings.invalidDate;
  if (time === original) return null;
  return isSchedulable(time, windowEnd, now) ? null : TIME_OUT_OF_RANGE;
}

/** Whether the pause button is disabled: canceled, or paused with nothing to resume. */
export function isPauseDisabled(state: { canceled: boolean; paused: boolean; hasPosts: boolean }): boolean {
  return state.canceled || (state.paused && !state.hasPosts);
}

type Where = { timeZone: string; now: number };

/** The posts that a resume moved to another time; each has its earlier time. */
export function movedPosts(before: readonly Post[], after: readonly Post[]): Post[] {
  const earlier = new Map(before.map((post) => [post.id, post.scheduledTime]));
  const moved = after.filter(
    (post) => post.movedFrom !== null && earlier.has(post.id) && earlier.get(post.id) !== post.scheduledTime,
  );
  return [...new Map(moved.map((post) => [post.id, post])).values()].sort((a, b) =>
    a.scheduledTime.localeCompare(b.scheduledTime),
  );
}

/** 'Posts resumed. 1 post came due while paused. It's now set for Monday 18:00.' */
export function resumedWords(moved: readonly Post[], { timeZone, now }: Where): string {
  const [first] = moved;
  if (!first) return 'Posts resumed.';
  const when = dayTimePhrase(Date.parse(first.scheduledTime), timeZone, now);
  return moved.length === 1
    ? `Posts resumed. 1 post came due while paused. It's now set for ${when}.`
    : `Posts resumed. ${moved.length} posts came due while paused. The first is now set for ${when}.`;
}
