/** Replaces a part whose code failed to load: offline it offers a retry, otherwise a page refresh. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { PlainButton } from '../buttons/PlainButton.tsx';
import { ErrorBox } from '../feedback/ErrorBox.tsx';
import styles from './dialogs.module.css';

const strings = {
  what: 'This part of Drumbeat could not be loaded.',
  offline: 'No Internet Connection. It opens when you are back online.',
  refresh: 'There may be a newer version: refresh the page to get it.',
};

type Props = {
  what: string | undefined;
  onRetry: () => void;
  /** If set, the message is shown in a dialog over the page. */
  onClose: (() => void) | undefined;
};

export function CodeMissing({ what = strings.what, onRetry, onClose }: Props) {
  const isOffline = !navigator.onLine;
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const box = (
    <ErrorBox
      what={what}
      message={isOffline ? strings.offline : strings.refresh}
      {...(isOffline ? { onRetry } : {})}
    />
  );
  // Chromium does not retry a failed import until the page is reloaded.
  const refresh = isOffline ? null : (
    <PlainButton onClick={() => window.location.reload()}>Refresh Page</PlainButton>
  );
  if (onClose) {
    return (
      <Over label={what} onClose={onClose}>
        {box}
        <div className={styles.buttons}>
          <PlainButton look="outline" onClick={onClose}>
            Close
          </PlainButton>
          {refresh}
        </div>
      </Over>
    );
  }
  return (
    <div className={styles.place}>
      {box}
      {refresh}
    </div>
  );
}

/** Uses the native dialog, which traps focus and restores it. */
function Over({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-label={label}
      className={styles.over}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
