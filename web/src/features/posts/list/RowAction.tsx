/** An icon button of a row. A blocked action stays focusable and says why, but does nothing else. */
import type { LucideIcon } from 'lucide-react';
import { notify } from '../../../ui/feedback/toasts.ts';
import styles from './RowAction.module.css';

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
