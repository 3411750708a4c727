/** An icon button of a row. Where the action is blocked it stays reachable, says why, and does nothing else. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { Ref } from 'react';
import { notify } from '../../ui/toasts.ts';
import styles from './RowAction.module.css';

type Props = {
  label: string;
  Icon: LucideIcon;
  block: string | null;
  onPress: () => void;
  button?: Ref<HTMLButtonElement> | undefined;
  destructive?: boolean;
  busy?: boolean;
};

export function RowAction({ label, Icon, block, onPress, button, destructive = false, busy = false }: Props) {
  return (
    <Tooltip label={block ?? label}>
      <ActionIcon
        ref={button}
        variant="transparent"
        className={styles.action ?? ''}
        aria-label={label}
        aria-description={block ?? undefined}
        aria-disabled={block !== null || busy || undefined}
        data-destructive={destructive || undefined}
        data-busy={busy || undefined}
        onClick={() => {
          if (block !== null) notify.alert(block);
          else if (!busy) onPress();
        }}
      >
        <Icon size={17} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
