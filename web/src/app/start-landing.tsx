import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { paths } from '../base/paths.ts';
import { type Go, LeaveContext } from '../features/landing/Leave.tsx';
import { LandingPage } from '../features/landing/landing.page.tsx';
import { readMaintenance } from '../features/maintenance/maintenance.status.ts';
import { OfflineBanner } from '../ui/OfflineBanner.tsx';

/**
 * Draws the landing page alone, for a visitor at `/`: without router, query cache and guards it is ready with a third
 * less code. Leaving it puts the next address in place, as the router will read it, and starts the app there.
 */
export function startLanding(root: Root): void {
  const go: Go = async (path, state) => {
    window.history.pushState({ usr: state ?? null, key: 'landing', idx: 1 }, '', path);
    try {
      const { startApp } = await import('./start-app.tsx');
      startApp(root);
    } catch {
      // The app was replaced by a newer one while the page stood open: load that one.
      window.location.reload();
    }
  };
  void readMaintenance().then(({ active, isAdmin }) => {
    if (active && !isAdmin && window.location.pathname === paths.landing) go(paths.maintenance);
  });
  root.render(
    <StrictMode>
      <OfflineBanner />
      <LeaveContext value={go}>
        <LandingPage />
      </LeaveContext>
    </StrictMode>,
  );
}
