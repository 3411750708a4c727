import type { PostSource } from '@drumbeat/contract/facts.ts';
import type { RewriteWay } from '@drumbeat/contract/rewrite.rules.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { addVersion, NO_VERSIONS, turnVersion } from './versions.rules.ts';

type Field = {
  accountId: string;
  /** What is in the field now. */
  text: string;
  /** Another version for the field, with what supports its claims where that is known. */
  onText: (text: string, sources?: readonly PostSource[]) => void;
};
type Wish = { way: RewriteWay; hint?: string };

/**
 * Writing the text of a field again, and the way back. Nothing is saved: the new text is in the field. For `WriteAgain`;
 * keep the field read-only while `isBusy`.
 */
export function useRewrite({ accountId, text, onText }: Field) {
  const [versions, setVersions] = useState(NO_VERSIONS);
  const rewrite = useMutation({
    mutationFn: (wish: Wish) =>
      call('POST /api/posts/rewrite', { body: { twitterAccountId: accountId, text, ...wish } }),
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
    /** The answer that is in the field as it came. */
    answer: rewrite.data?.text === text ? rewrite.data : null,
    hasText: text.trim() !== '',
    canUndo: versions.at > 0,
    canRedo: versions.at < versions.texts.length - 1,
    undo: () => turn(-1),
    redo: () => turn(1),
    /** Asks for another version; `onDone` when it is in the field. Nothing happens where the field is gone by then. */
    start: (wish: Wish, onDone?: () => void): void => {
      if (rewrite.isPending) return;
      rewrite.mutate(wish, {
        onSuccess: (answer) => {
          setVersions(addVersion(versions, text, answer.text));
          onText(answer.text, answer.sources);
          onDone?.();
        },
      });
    },
    /** Takes back a wish that waits for the connection. */
    cancel: wait.cancel,
  };
}
export type Rewriting = ReturnType<typeof useRewrite>;
