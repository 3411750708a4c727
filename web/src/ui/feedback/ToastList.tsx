/** The toasts of `toasts.ts`, drawn and timed by Mantine. */
import { Button } from '@mantine/core';
import '@mantine/notifications/styles.layer.css';
import { createNotificationsStore, Notifications, notifications } from '@mantine/notifications';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Controls } from '../buttons/Controls.tsx';
import styles from './feedback.module.css';
import { RequestId } from './RequestId.tsx';
import { currentToasts, dismissToast, onToasts, type Toast } from './toasts.ts';

const TOAST_MS = 5000;
/** How long a toast with a button stays. */
const TOAST_ACTION_MS = 10_000;

const looks = {
  success: { Icon: CircleCheck, color: 'var(--posted)' },
  error: { Icon: CircleAlert, color: 'var(--failed)' },
  alert: { Icon: Info, color: 'var(--accent)' },
  info: { Icon: Info, color: 'var(--accent)' },
};

function Words({ id, tone, message, times, requestId, action }: Toast) {
  const isUrgent = tone === 'error' || tone === 'alert';
  function press(): void {
    dismissToast(id);
    action?.press();
  }
  return (
    <>
      <div className={styles.toastListWords} role={isUrgent ? 'alert' : 'status'}>
        <p>
          {message}
          {times > 1 ? <span className={styles.times}> ×{times}</span> : null}
        </p>
        <RequestId id={requestId} />
      </div>
      {action ? (
        <Button variant="subtle" size="compact-sm" c="var(--accent-text)" my={-3} onClick={press}>
          {action.label}
        </Button>
      ) : null}
    </>
  );
}

const classNames = {
  icon: styles.toastListIcon,
  body: styles.body,
  description: styles.description,
  closeButton: styles.toastListClose,
};

export function ToastList() {
  const toasts = useSyncExternalStore(onToasts, currentToasts);
  const [store] = useState(createNotificationsStore);
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    const shown = toasts.map((toast) => {
      const { id, tone, times, action } = toast;
      const { Icon, color } = looks[tone];
      // Mantine restarts its timer only if the duration changes.
      const lasts = (action ? TOAST_ACTION_MS : TOAST_MS) + times - 1;
      return {
        id,
        role: 'listitem',
        'data-tone': tone,
        'data-times': times,
        color,
        radius: 'lg',
        icon: <Icon size={18} aria-hidden />,
        message: <Words {...toast} />,
        autoClose: focused === id ? false : lasts,
        onClose: () => dismissToast(id),
        onFocus: () => setFocused(id),
        onBlur: () => setFocused(undefined),
        closeButtonProps: { 'aria-label': 'Dismiss notification', size: 'sm' },
        classNames,
        style: { transitionTimingFunction: 'ease-out' },
      };
    });
    notifications.updateState(store, () => shown);
    // React reports no blur of an element that is removed.
    if (!toasts.some(({ id }) => id === focused)) setFocused(undefined);
  }, [toasts, store, focused]);
  return (
    <Controls>
      <Notifications
        store={store}
        withinPortal={false}
        zIndex={1000}
        containerWidth={400}
        pauseResetOnHover="notification"
        // Dragging selects text instead, such as a request id.
        allowDragDismiss={false}
        allowScrollDismiss={false}
        transitionDuration={180}
        classNames={{ root: styles.list, notification: styles.toast }}
      />
    </Controls>
  );
}
