import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { RewriteWay } from '@drumbeat/contract/posts/rewrite.rules.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';

/** The versions of a text, oldest first; `at` is the index of the one in the field. */
export type Versions = { texts: readonly string[]; at: number };

export const NO_VERSIONS: Versions = { texts: [''], at: 0 };

/** Adds a new version after the current text; versions that were undone are dropped. */
export function addVersion({ texts, at }: Versions, current: string, next: string): Versions {
  return { texts: [...texts.slice(0, at), current, next], at: at + 1 };
}

/** Goes to the previous or next version, if any, and keeps the current text so that it can come back. */
export function turnVersion({ texts, at }: Versions, current: string, by: -1 | 1): Versions {
  const to = Math.min(Math.max(0, at + by), texts.length - 1);
  return { texts: texts.with(at, current), at: to };
}

type Field = {
  accountId: string;
  /** The field's current text. */
  text: string;
  /** Receives another version of the text, with its sources if known. */
  onText: (text: string, sources?: readonly PostSource[]) => void;
};

type RewriteRequest = { way: RewriteWay; hint?: string };

/**
 * Rewrites the text of a field, with undo. Nothing is saved; the new text is only in the field. Used with
 * `WriteAgain`; keep the field read-only while `isBusy`.
 */
export function useRewrite({ accountId, text, onText }: Field) {
  const [versions, setVersions] = useState(NO_VERSIONS);
  const rewrite = useMutation({
    mutationFn: (request: RewriteRequest) =>
      call('POST /api/posts/rewrite', { body: { twitterAccountId: accountId, text, ...request } }),
  });
  const wait = useOfflineWait(rewrite);

  function turn(by: -1 | 1): void {
    const to = turnVersion(versions, text, by);
    setVersions(to);
    onText(to.texts[to.at] ?? text);
  }
  return {
    isBusy: rewrite.isPending,
    isWaiting: wait.isWaiting,
    error: rewrite.error,
    /** The latest answer, as long as the field contains it unchanged. */
    answer: rewrite.data?.text === text ? rewrite.data : null,
    hasText: text.trim() !== '',
    canUndo: versions.at > 0,
    canRedo: versions.at < versions.texts.length - 1,
    undo: () => turn(-1),
    redo: () => turn(1),
    /** Requests another version; `onDone` is called once it is in the field. Ignored if the field is gone. */
    start: (request: RewriteRequest, onDone?: () => void): void => {
      if (rewrite.isPending) return;
      rewrite.mutate(request, {
        onSuccess: (answer) => {
          setVersions(addVersion(versions, text, answer.text));
          onText(answer.text, answer.sources);
          onDone?.();
        },
      });
    },
    /** Cancels a request that waits for the connection. */
    cancel: wait.cancel,
  };
}

export type Rewriting = ReturnType<typeof useRewrite>;
