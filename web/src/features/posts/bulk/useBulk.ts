import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/client.ts';
import { type Problem, problemOf } from '../../../api/problem.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { insertPost, removePosts, settlePosts } from '../../post/posts.query.ts';
import { useStable } from '../list/useStable.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';

type Outcome = CallOutput<'POST /api/posts/bulk/delete'>;
export type BulkAct = { do: 'delete' } | { do: 'move'; days: number } | { do: 'pause'; paused: boolean };
export type Refused = Outcome['refused'];

function send(act: BulkAct, ids: readonly string[]): Promise<Outcome> {
  const body = { ids: [...ids] };
  switch (act.do) {
    case 'delete':
      return call('POST /api/posts/bulk/delete', { body });
    case 'move':
      return call('POST /api/posts/bulk/move', { body: { ...body, days: act.days } });
    case 'pause':
      return call('POST /api/posts/bulk/pause', { body: { ...body, paused: act.paused } });
  }
}

function doneWords(act: BulkAct, count: number): string {
  if (act.do === 'delete') return strings.bulkDeleted(count);
  if (act.do === 'move') return strings.bulkMoved(count, act.days);
  return act.paused ? strings.bulkPaused(count) : strings.bulkResumed(count);
}

/** Runs one action on several posts: reports what was done, and keeps the refusals on screen. */
export function useBulk() {
  const [refused, setRefused] = useState<Refused>([]);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function restore(ids: readonly string[]): Promise<void> {
    try {
      const outcome = await call('POST /api/posts/bulk/restore', { body: { ids: [...ids] } });
      insertPost(...outcome.posts);
      setRefused(outcome.refused);
      if (outcome.posts.length > 0) notify.success(strings.bulkRestored(outcome.posts.length));
    } catch (error) {
      setProblem(problemOf(error, strings.bulkFailed));
      await settlePosts(ids);
    }
  }
  const mutation = useMutation({
    mutationFn: ({ act, ids }: { act: BulkAct; ids: readonly string[] }) => send(act, ids),
    onMutate: () => {
      setProblem(null);
      setRefused([]);
    },
    onSuccess: ({ posts, refused: not }, { act }) => {
      const ids = posts.map(({ id }) => id);
      if (act.do === 'delete') removePosts(ids);
      else insertPost(...posts);
      setRefused(not);
      if (ids.length === 0) return;
      const isUndoable = act.do === 'delete';
      notify.success(doneWords(act, ids.length), {
        action: isUndoable ? { label: strings.undo, press: () => void restore(ids) } : undefined,
      });
    },
    onError: (error) => setProblem(problemOf(error, strings.bulkFailed)),
    onSettled: (outcome, _error, { ids }) => settlePosts(outcome ? outcome.refused.map(({ id }) => id) : ids),
  });
  const { isWaiting, cancel } = useOfflineWait(mutation);
  const calls = useStable({
    act: mutation.mutate,
    cancel,
    dismiss: (): void => {
      setRefused([]);
      setProblem(null);
    },
  });
  const acting = mutation.isPending ? mutation.variables.act : null;
  return useMemo(() => {
    const hasRefusal = problem !== null || refused.length > 0;
    return { ...calls, acting, isWaiting, refused, problem, hasRefusal };
  }, [calls, acting, isWaiting, refused, problem]);
}
