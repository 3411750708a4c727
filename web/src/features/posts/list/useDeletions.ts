import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { onlineManager, useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { type Problem, problemOf } from '../../../api/problem.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { insertPost, removePosts, settlePosts, stopFetchingPosts } from '../../post/posts.query.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import { useStable } from './useStable.ts';

/** A post that was just deleted; its row offers an undo. */
export type Deletion = { post: Post; restoring: boolean; problem: Problem | null };

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Deletes a post: it is removed at once, and its row offers an undo for a while. If the deletion is refused,
 * the post comes back, and `refusals` keeps the reason for its row.
 */
export function useDeletions() {
  const [deletions, setDeletions] = useState<readonly Deletion[]>([]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Problem>>(new Map());
  /** Pending deletions by post id; an undo waits for its deletion to finish. */
  const sent = useRef(new Map<string, Promise<unknown>>());

  const forget = (id: string): void => setDeletions((all) => all.filter(({ post }) => post.id !== id));
  const change = (id: string, to: Partial<Deletion>): void =>
    setDeletions((all) => all.map((one) => (one.post.id === id ? { ...one, ...to } : one)));
  function refuse(id: string, problem: Problem | null): void {
    setRefusals((all) => {
      const next = new Map(all);
      if (problem) next.set(id, problem);
      else next.delete(id);
      return next;
    });
  }

  const remove = useMutation({
    mutationFn: (post: Post) => call('DELETE /api/posts/:id', { params: { id: post.id } }),
    onMutate: async (post) => {
      refuse(post.id, null);
      setDeletions((all) => [...all, { post, restoring: false, problem: null }]);
      await stopFetchingPosts();
      removePosts([post.id]);
    },
    onError: (error, post) => {
      forget(post.id);
      if (isNotFound(error)) return;
      insertPost(post);
      refuse(post.id, problemOf(error, strings.notDeleted));
    },
    onSettled: (_answer, error, post) => settlePosts(error ? [post.id] : []),
  });
  const restore = useMutation({
    mutationFn: async (post: Post) => {
      await sent.current.get(post.id);
      return (await call('POST /api/posts/:id/restore', { params: { id: post.id } })).post;
    },
    onMutate: (post) => change(post.id, { restoring: true, problem: null }),
    onSuccess: (post) => {
      insertPost(post);
      forget(post.id);
    },
    onError: (error, post) =>
      change(post.id, { restoring: false, problem: problemOf(error, strings.notRestored) }),
    onSettled: (_answer, error, post) => settlePosts(error ? [post.id] : []),
  });

  const calls = useStable({
    remove: (post: Post): void => {
      if (!onlineManager.isOnline()) {
        refuse(post.id, { text: strings.notDeleted(strings.offline) });
        return;
      }
      // The mutation reports a refusal; an undo only waits for the end.
      sent.current.set(
        post.id,
        remove.mutateAsync(post).catch(() => undefined),
      );
    },
    restore: (post: Post): void => restore.mutate(post),
    forget,
  });
  return useMemo(() => {
    const isDeleted = (id: string): boolean => deletions.some(({ post }) => post.id === id);
    return { deletions, refusals, isDeleted, ...calls };
  }, [deletions, refusals, calls]);
}

/** The list including posts whose deletion can be undone, so that each keeps its place. */
export function withDeleted(posts: readonly Post[], deletions: readonly Deletion[]): readonly Post[] {
  if (deletions.length === 0) return posts;
  const gone = deletions.map(({ post }) => post);
  return [...posts.filter(({ id }) => !gone.some((post) => post.id === id)), ...gone];
}

async function restore(post: Post): Promise<void> {
  try {
    insertPost((await call('POST /api/posts/:id/restore', { params: { id: post.id } })).post);
  } catch (error) {
    const { text, requestId } = problemOf(error, strings.notRestored);
    notify.error(text, { requestId });
    await settlePosts([post.id]);
  }
}

/** Deletes a post where no row can offer an undo: the toast does. Restored with the reason if refused. */
export function useDeletePost() {
  return useMutation({
    mutationFn: (post: Post) => call('DELETE /api/posts/:id', { params: { id: post.id } }),
    onMutate: async (post) => {
      await stopFetchingPosts();
      removePosts([post.id]);
    },
    onSuccess: (_answer, post) =>
      notify.success(`${strings.deleted}.`, {
        action: { label: strings.undo, press: () => void restore(post) },
      }),
    onError: (error, post) => {
      if (isNotFound(error)) return;
      insertPost(post);
      const { text, requestId } = problemOf(error, strings.notDeleted);
      notify.error(text, { requestId });
    },
    onSettled: (_answer, error, post) => settlePosts(error ? [post.id] : []),
  });
}
