/** The post being dragged: it follows the pointer and says where it would land. */
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import styles from './move.module.css';

export function CarriedPost({ ghost, words }: { ghost: RefObject<HTMLDivElement | null>; words: string }) {
  return createPortal(
    <div ref={ghost} className={styles.ghost} aria-hidden="true">
      {words}
    </div>,
    document.body,
  );
}
