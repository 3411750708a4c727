import { X } from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Sidebar } from './Sidebar.tsx';
import styles from './shell.module.css';
import { strings } from './shell.strings.ts';

/** The sidebar as a sheet from the left. The native dialog traps focus, closes on Escape and restores focus. */
export function MobileMenu({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever a navigation has happened
  useEffect(() => ref.current?.close(), [ref, key]);
  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
    if (event.target === event.currentTarget) event.currentTarget.close();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the element brings along
    <dialog ref={ref} className={styles.menu} aria-label={strings.menu} onClick={closeOnBackdrop}>
      <div className={styles.sheet}>
        <button
          type="button"
          className={styles.close}
          onClick={() => ref.current?.close()}
          aria-label={strings.closeMenu}
        >
          <X size={22} aria-hidden />
        </button>
        <Sidebar />
      </div>
    </dialog>
  );
}
