import { Eye } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../../api/errors.ts';
import { endSession, invalidate, useUser } from '../../../api/query.ts';
import { useToken } from '../../../api/useToken.ts';
import { paths } from '../../../base/paths.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { timeText } from '../../../ui/time/time.ts';
import styles from './ViewFrame.module.css';
import { strings, ViewEnded } from './view.page.tsx';

const LOOK_EVERY_MS = 5_000;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Wraps every screen in a view tab: shows who is viewed and until when, then that the view has ended. */
export function ViewFrame({ children }: { children: ReactNode }) {
  const token = useToken();
  const { pathname } = useLocation();
  if (pathname === paths.view) return children;
  if (!token) return <ViewEnded />;
  return (
    <>
      <ViewBar />
      {children}
    </>
  );
}

function ViewBar() {
  const { data: user } = useUser();
  const endsAt = user?.view?.endsAt;
  const [isStopping, setStopping] = useState(false);
  useEndOfView();

  async function stop(): Promise<void> {
    if (isStopping) return;
    setStopping(true);
    try {
      await call('POST /api/auth/signout');
    } catch (error) {
      // With this error the view has already ended.
      if (!(error instanceof ApiError && error.code === 'UNAUTHENTICATED')) {
        notify.error(describeError(error, strings.notStopped), { requestId: requestIdOf(error) });
        setStopping(false);
        return;
      }
    }
    endSession('signed-out');
    window.close();
  }
  return (
    <section className={styles.bar} aria-label={strings.bar} data-view>
      <Eye size={16} aria-hidden className={styles.icon} />
      <p className={styles.words}>
        <span className={styles.who}>
          {strings.viewing} <strong>{user?.email ?? '…'}</strong>
        </span>
        <span className={styles.dot}> · </span>
        <span className={styles.facts}>
          {strings.readOnly}
          {endsAt ? ` · ${strings.ends(timeText(Date.parse(endsAt), zone))}` : ''}
        </span>
      </p>
      <button type="button" onClick={() => void stop()} aria-disabled={isStopping || undefined}>
        {isStopping ? strings.stopping : strings.stop}
      </button>
    </section>
  );
}

/** Polls the server every few seconds: the view may have expired or been ended by someone. */
function useEndOfView(): void {
  useEffect(() => {
    const timer = setInterval(() => void invalidate('GET /api/user'), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
