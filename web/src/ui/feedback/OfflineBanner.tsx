/** 'No Internet Connection' across the top while the browser is offline; its button reloads the page. */
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styles from './feedback.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return online ? null : <OfflineNotice />;
}

/** The banner itself, whether or not the browser is offline. */
export function OfflineNotice() {
  return (
    <div className={styles.offlineBannerBanner} role="alert" data-offline>
      <WifiOff size={16} aria-hidden />
      <span>No Internet Connection</span>
      <button type="button" onClick={() => window.location.reload()}>
        Retry
      </button>
    </div>
  );
}
