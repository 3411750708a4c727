/**
 * Mantine's Button that keeps its width while loading. It then stays focusable but ignores further clicks.
 *
 *     <LoadingButton loading={save.isPending} loadingLabel="Scheduling..." onClick={…}>Schedule Now</LoadingButton>
 *
 * `waiting`: the action waits for a connection (`api/useOfflineWait.ts`), and the button says so.
 */
import { Button, type ButtonProps } from '@mantine/core';
import { LoaderCircle } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import styles from './buttons.module.css';

type Props = Omit<ButtonProps, 'loading' | 'loaderProps'> &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> & {
    loading?: boolean;
    loadingLabel?: string;
    waiting?: boolean;
  };

export function LoadingButton(props: Props) {
  const { loading = false, loadingLabel, waiting = false, children, onClick, type, ...rest } = props;
  const busyWords = waiting ? 'Waiting for connection' : loadingLabel;
  return (
    <Button
      {...rest}
      type={loading ? 'button' : (type ?? 'button')}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.stack}>
        <span className={loading ? styles.hidden : undefined}>{children}</span>
        <span className={loading ? styles.busy : styles.hidden} aria-hidden={!loading}>
          <LoaderCircle size={16} aria-hidden className={styles.spinner} />
          {busyWords ?? <span className="visually-hidden">{children}</span>}
        </span>
      </span>
    </Button>
  );
}
