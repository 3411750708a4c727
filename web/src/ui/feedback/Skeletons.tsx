/**
 * Grey placeholders for content that is loading, shown after 150 ms. Arrange them like the final screen:
 *
 *     <Skeletons label="Loading posts"><Skeleton height={24} width="40%" /><Skeleton height={120} /></Skeletons>
 */
import type { CSSProperties, ReactNode } from 'react';
import { useDelayed } from './useDelayed.ts';
import styles from './waiting.module.css';

type ShapeProps = { height?: number; width?: number | string; round?: boolean };

export function Skeleton({ height = 20, width = '100%', round = false }: ShapeProps) {
  const style: CSSProperties = { height, width };
  return <span className={round ? `${styles.shape} ${styles.round}` : styles.shape} style={style} />;
}

export function Skeletons({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  const visible = useDelayed(true);
  return (
    <div className={visible ? styles.group : `${styles.group} ${styles.early}`} role="status">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
