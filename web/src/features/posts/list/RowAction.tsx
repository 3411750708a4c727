import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { LucideIcon } from 'lucide-react';
import type { PointerEvent } from 'react';
import { notify } from '../../../ui/feedback/toasts.ts';
import styles from './list.module.css';

/** The list's callbacks for a row. They are stable while it is on screen, so that rows need not re-render. */
export type RowCalls = {
  edit: (post: Post) => void;
  remove: (post: Post) => void;
  retry: (post: Post) => void;
  duplicate: (post: Post) => void;
  publish: (post: Post) => void;
  move: (post: Post) => void;
  /** Pauses or resumes this one post. */
  pause: (post: Post) => void;
  unfold: (post: Post) => void;
  select: (post: Post, range: boolean) => void;
  openMenu: (post: Post, button: HTMLElement) => void;
  /** Starts dragging it to another day. */
  carry: (event: PointerEvent<HTMLElement>, post: Post) => void;
};

type Props = {
  label: string;
  /** Identifies the post: 'post of Monday 09:00'. */
  of: string;
  Icon: LucideIcon;
  block: string | null;
  onPress: (button: HTMLButtonElement) => void;
  /** Preloads the code of what it opens. */
  prepare?: () => void;
  hasMenu?: boolean;
  destructive?: boolean;
  busy?: boolean;
};

/** An icon button of a row. A blocked action stays focusable and says why, but does nothing else. */
export function RowAction(props: Props) {
  const { label, of, Icon, block, onPress, prepare, hasMenu = false } = props;
  const { destructive = false, busy = false } = props;
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={`${label} ${of}`}
      aria-description={block ?? undefined}
      aria-disabled={block !== null || busy || undefined}
      data-action={label}
      data-tip={block ?? label}
      data-destructive={destructive || undefined}
      data-busy={busy || undefined}
      aria-haspopup={hasMenu ? 'menu' : undefined}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={(event) => {
        if (block !== null) notify.alert(block);
        else if (!busy) onPress(event.currentTarget);
      }}
    >
      <Icon size={17} aria-hidden />
    </button>
  );
}
