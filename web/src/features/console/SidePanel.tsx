import { Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useBackCloses } from '../../ui/dialogs/useBackCloses.ts';
import styles from './console.module.css';

type Props = {
  opened: boolean;
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
};

/** Details of one row beside the list, which stays in place; full-screen on a phone. */
export function SidePanel({ opened, title, onClose, footer, children }: Props) {
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  useBackCloses(opened && phone, false, onClose);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={phone ? '100%' : 520}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      classNames={{
        content: styles.sidePanel ?? '',
        header: styles.sideHeader ?? '',
        title: styles.sideTitle ?? '',
        body: styles.sideBody ?? '',
      }}
    >
      {children}
      {footer ? <div className={styles.sideFooter}>{footer}</div> : null}
    </Drawer>
  );
}
