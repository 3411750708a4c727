/** Wraps every screen: guards, view bar, offline banner, toasts, and announcements for screen readers. */
import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { isViewTab } from '../base/view-tab.ts';
import { SecondFactorProvider } from '../features/auth/second-factor.tsx';
import { OfflineBanner } from '../ui/feedback/OfflineBanner.tsx';
import { ProgressLine } from '../ui/feedback/ProgressLine.tsx';
import { Spinner } from '../ui/feedback/Spinner.tsx';
import { Toaster } from '../ui/feedback/Toaster.tsx';
import { Gate } from './Gate.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

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
