import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { paths } from '../base/paths.ts';
import { type Go, LeaveContext } from '../features/landing/Leave.tsx';
import { LandingPage } from '../features/landing/landing.page.tsx';
import { readMaintenance } from '../features/maintenance/maintenance.status.ts';
import { OfflineBanner } from '../ui/OfflineBanner.tsx';

/**
 * Draws only the landing page, for a visitor at `/`: without router, query cache and guards it needs a third
 * less code. Leaving it sets the next address, as the router will read it, and starts the app there.
 */
export function startLanding(root: Root): void {
  const go: Go = async (path, state) => {
    window.history.pushState({ usr: state ?? null, key: 'landing', idx: 1 }, '', path);
    try {
      const { startApp } = await import('./start-app.tsx');
      startApp(root);
    } catch {
      // A newer version was deployed while the page was open: load that one.
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
