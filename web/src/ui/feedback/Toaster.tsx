/** Renders the toasts of `toasts.ts`. Mounted once, at the root. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { RequestId } from './RequestId.tsx';
import styles from './Toaster.module.css';
import { currentToasts, dismissToast, onToasts, TOAST_ACTION_MS, TOAST_MS, type Toast } from './toasts.ts';

const icons = { success: CircleCheck, error: CircleAlert, alert: Info, info: Info } as const;

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const Icon = icons[toast.tone];
  const { action } = toast;
  const lasts = action ? TOAST_ACTION_MS : TOAST_MS;
  const urgent = toast.tone === 'error' || toast.tone === 'alert';
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(dismissToast, lasts, toast.id);
    return () => clearTimeout(timer);
  }, [held, lasts, toast.id]);
  return (
    <li
      className={styles.toast}
      data-tone={toast.tone}
      data-times={toast.times}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} aria-hidden className={styles.icon} />
      <div className={styles.words} role={urgent ? 'alert' : 'status'}>
        <p>{toast.message}</p>
        <RequestId id={toast.requestId} />
      </div>
      {action ? (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(toast.id);
            action.press();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button
        type="button"
        className={styles.close}
        onClick={() => dismissToast(toast.id)}
        aria-label="Dismiss notification"
      >
        <X size={16} aria-hidden />
      </button>
    </li>
  );
}

export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  return (
    <ol className={styles.list} aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </ol>
  );
}
