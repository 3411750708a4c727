/** Wraps every screen: guards, view bar, offline banner, toasts, and announcements for screen readers. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { isViewTab } from '../base/view-tab.ts';
import { SecondFactorProvider } from '../features/auth/second-factor.tsx';
import { OfflineBanner } from '../ui/feedback/OfflineBanner.tsx';
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { Toaster } from '../ui/feedback/Toaster.tsx';
import { Gate } from './Gate.tsx';

/** Development shortcuts; not part of a production build. */
const DevPanel = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('../features/dev-panel/DevPanel.tsx')).DevPanel }))
  : null;

const ViewFrame = lazy(async () => ({
  default: (await import('../features/auth/view/ViewFrame.tsx')).ViewFrame,
}));

/** The screen for the current URL, if the guards allow it. */
function Screen() {
  return (
    <Gate>
      <Suspense fallback={<Spinner />}>
        <Outlet />
      </Suspense>
    </Gate>
  );
}

export function Root() {
  const navigation = useNavigation();
  return (
    <>
      <ProgressLine active={navigation.state !== 'idle'} />
      <OfflineBanner />
      <SecondFactorProvider>
        {isViewTab() ? (
          <Suspense fallback={<Spinner />}>
            <ViewFrame>
              <Screen />
            </ViewFrame>
          </Suspense>
        ) : (
          <Screen />
        )}
      </SecondFactorProvider>
      {DevPanel ? (
        <Suspense>
          <DevPanel />
        </Suspense>
      ) : null}
      <RouteAnnouncer />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}

/** After a navigation, announces the new screen's title to screen readers and moves focus to its start. */
function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [title, setTitle] = useState('');
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const timer = setTimeout(() => {
      setTitle(document.title);
      const main = document.querySelector('main');
      const active = document.activeElement;
      if (!main || (active && active !== document.body && main.contains(active))) return;
      main.tabIndex = -1;
      main.focus({ preventScroll: true });
    }, 100);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  );
}
