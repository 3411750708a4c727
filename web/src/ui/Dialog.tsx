/**
 * A dialog in our shape: centred on a desk, a full-screen sheet on a phone. Traps focus and gives it back.
 *
 *     <Dialog opened={open} onClose={close} title="Connect Twitter/X Account" footer={<>…buttons…</>}>…</Dialog>
 *
 * `locked` keeps it open while something runs. `size` is a Mantine size or a width.
 */
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  footer?: ReactNode;
  locked?: boolean;
  size?: string | number;
  children: ReactNode;
};

export function Dialog({ opened, onClose, title, footer, locked = false, size = 480, children }: Props) {
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={phone}
      closeOnClickOutside={!locked}
      closeOnEscape={!locked}
      closeButtonProps={{ 'aria-label': 'Close', disabled: locked, size: 'lg' }}
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
