/**
 * A dialog: centred on desktop, a full-screen sheet on a phone that Back closes. Traps focus and restores it.
 *
 *     <Dialog opened={open} onClose={close} title="Connect Twitter/X Account" footer={<>…buttons…</>}>…</Dialog>
 *
 * `locked` keeps it open while something runs. `onlyByButton` makes the X the only way to close it, for when closing
 * has a cost; `closeLabel` then names it. `size` is a Mantine size or a width.
 */
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './dialogs.module.css';
import { useBackCloses } from './useBackCloses.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  footer?: ReactNode;
  locked?: boolean;
  onlyByButton?: boolean;
  closeLabel?: string;
  size?: string | number;
  children: ReactNode;
};

export function Dialog(props: Props) {
  const {
    opened,
    onClose,
    title,
    footer,
    locked = false,
    onlyByButton = false,
    size = 480,
    children,
  } = props;
  useFocusBack(opened);
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  useBackCloses(opened && phone, locked, onClose);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={phone}
      // Mantine does not restore focus for a dialog that is open on its first render; `useFocusBack` does.
      returnFocus={false}
      closeOnClickOutside={!locked && !onlyByButton}
      closeOnEscape={!locked && !onlyByButton}
      closeButtonProps={{ 'aria-label': props.closeLabel ?? 'Close', disabled: locked, size: 'lg' }}
      classNames={{
        content: styles.content ?? '',
        header: styles.header ?? '',
        title: styles.title ?? '',
        body: styles.body ?? '',
      }}
    >
      <div className={styles.words}>{children}</div>
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </Modal>
  );
}

/** Restores focus, even if the dialog is unmounted while open. */
function useFocusBack(opened: boolean): void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement;
    else giveBack(before);
  }, [opened]);
  useLayoutEffect(() => () => giveBack(before), []);
}

function giveBack(before: RefObject<Element | null>): void {
  const element = before.current;
  before.current = null;
  if (element instanceof HTMLElement && element.isConnected) element.focus();
}
