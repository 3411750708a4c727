/** 'Post deleted · Undo' in place of a post for ten seconds, or longer while hovered or focused. */

import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import styles from './list.module.css';
import type { Deletion } from './useDeletions.ts';

const UNDO_MS = 10_000;

type Props = {
  deletion: Deletion;
  name: string;
  onUndo: () => void;
  /** The undo has expired; `hadFocus` if focus would be lost with it. */
  onEnd: (hadFocus: boolean) => void;
};

export function DeletedRow({ deletion, name, onUndo, onEnd }: Props) {
  const [held, setHeld] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  const { restoring, problem } = deletion;
  const waits = held || restoring || problem !== null;
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => end.current(document.activeElement === button.current), UNDO_MS);
    return () => clearTimeout(timer);
  }, [waits]);
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <tr
      role="row"
      className={styles.row}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
    >
      <td role="cell" colSpan={4}>
        <div className={styles.deletedRowWords} role="status">
          <span>{strings.deleted}</span>
          <span aria-hidden>·</span>
          <button
            ref={button}
            type="button"
            className={styles.undo}
            aria-label={`${strings.undo}: restore ${name}`}
            aria-busy={restoring || undefined}
            onClick={() => (restoring ? undefined : onUndo())}
          >
            {strings.undo}
            {restoring ? <LoaderCircle size={14} aria-hidden className={styles.spinner} /> : null}
          </button>
          <span className={styles.content}>{deletion.post.content}</span>
        </div>
        {problem ? (
          <div className={styles.problem} role="alert">
            <p>{problem.text}</p>
            <RequestId id={problem.requestId} />
          </div>
        ) : null}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
