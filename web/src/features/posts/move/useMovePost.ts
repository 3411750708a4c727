/** Moves a post: shown at once, reverted with the reason if refused, and undoable for 10 seconds. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { onlineManager, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { queryClient } from '../../../api/query.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { dayTimePhrase } from '../../../ui/time/time.ts';
import {
  changePosts,
  findPost,
  replacePost,
  settlePosts,
  stopFetchingPosts,
} from '../../post/posts.query.ts';
import { moveStrings } from '../posts.strings.ts';
import { toWallClock } from '../wall-clock.rules.ts';
import { landingOf } from './move.rules.ts';

/** `how`: `undo` reverts a move; `dialog` shows a refusal itself. */
type Move = { post: Post; to: number; how: 'drag' | 'dialog' | 'undo' };

const moves = ['move-post'];

/** The post at this instant; the same object if it is already there. */
function at(post: Post, time: number, zone: string): Post {
  const scheduledTime = new Date(time).toISOString();
  if (post.scheduledTime === scheduledTime) return post;
  return { ...post, scheduledTime, scheduledTimeLocal: `${toWallClock(time, zone)}:00` };
}

export function useMovePost(zone: string) {
  const mutation = useMutation({
    mutationKey: moves,
    // Moves are sent in order; each shows at once.
    scope: { id: 'move-post' },
    networkMode: 'always',
    mutationFn: async ({ post, to }: Move): Promise<Post> => {
      const { scheduledTime, scheduledTimeLocal } = at(post, to, zone);
      const body = { scheduledTime, scheduledTimeLocal };
      return (await call('PATCH /api/posts/:id', { params: { id: post.id }, body })).post;
    },
    onMutate: async ({ post, to }) => {
      await stopFetchingPosts();
      changePosts((posts) => posts.map((one) => (one.id === post.id ? at(one, to, zone) : one)));
    },
    onSuccess: (moved, { post, how }) => {
      if (isShownAt(post.id, moved.scheduledTime)) replacePost(post.id, moved);
      const when = dayTimePhrase(Date.parse(moved.scheduledTime), zone, Date.now());
      const isBack = how === 'undo';
      notify.success(isBack ? moveStrings.movedBack(when) : moveStrings.moved(when), {
        action: isBack ? undefined : undoOf(moved, Date.parse(post.scheduledTime)),
      });
    },
    onError: (error, { post, to, how }) => {
      // Do not revert if the same post was moved again meanwhile.
      if (isShownAt(post.id, new Date(to).toISOString())) showAt(post.id, Date.parse(post.scheduledTime));
      if (how === 'dialog') return;
      const reason = describeError(error, moveStrings.tryAgain);
      notify.error(moveStrings.refused(reason), { requestId: requestIdOf(error) });
    },
    // A refetch between two moves would revert the second one.
    onSettled: (_moved, error, { post }) =>
      queryClient.isMutating({ mutationKey: moves }) > 1 ? undefined : settlePosts(error ? [post.id] : []),
  });

  function showAt(id: string, time: number): void {
    changePosts((posts) => posts.map((one) => (one.id === id ? at(one, time, zone) : one)));
  }
  function undoOf(post: Post, to: number) {
    if (to <= Date.now()) return undefined;
    return {
      label: moveStrings.undo,
      press: () => mutation.mutate({ post: findPost(post.id) ?? post, to, how: 'undo' }),
    };
  }
  return {
    /** Moves the post; a refusal is shown in a toast. */
    move: (post: Post, to: number): void => {
      if (onlineManager.isOnline()) mutation.mutate({ post, to, how: 'drag' });
      else notify.alert(moveStrings.refused(moveStrings.offline));
    },
    /** Moves the post and resolves once it is saved; throws a refusal, which is not shown elsewhere. */
    moveInDialog: async (post: Post, to: number): Promise<void> => {
      await mutation.mutateAsync({ post, to, how: 'dialog' });
    },
    isMoving: mutation.isPending,
  };
}

function isShownAt(id: string, scheduledTime: string): boolean {
  return findPost(id)?.scheduledTime === scheduledTime;
}

/**
 * Drops a post on a local time in the zone (`2026-11-23T09:00`). If it may not go there, shows the reason in
 * a toast and returns false. `windowEnd` is the last instant of the schedule (ms).
 */
export function useDropPost(zone: string, windowEnd: number): (post: Post, wall: string) => boolean {
  const { move } = useMovePost(zone);
  return (post, wall) => {
    const landing = landingOf(post, wall, { zone, windowEnd, now: Date.now() });
    if ('problem' in landing) {
      notify.alert(moveStrings.refused(landing.problem));
      return false;
    }
    if (landing.at !== Date.parse(post.scheduledTime)) move(post, landing.at);
    return true;
  };
}
