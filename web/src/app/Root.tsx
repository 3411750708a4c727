/** Around every screen: the guards, the offline banner, the toasts, and the announcements for screen readers. */
import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { SecondFactorProvider } from '../features/auth/second-factor.tsx';
import { OfflineBanner } from '../ui/OfflineBanner.tsx';
import { ProgressLine } from '../ui/ProgressLine.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Toaster } from '../ui/Toaster.tsx';
import { Gate } from './Gate.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

/** Shortcuts for development; a production build does not contain them. */
const DevPanel = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('../features/dev-panel/DevPanel.tsx')).DevPanel }))
  : null;

export function Root() {
  const navigation = useNavigation();
  return (
    <>
      <ProgressLine active={navigation.state !== 'idle'} />
      <OfflineBanner />
      <SecondFactorProvider>
        <Gate>
          <Suspense fallback={<Spinner />}>
            <Outlet />
          </Suspense>
        </Gate>
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
