import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient, userQuery } from '../api/query.ts';
import { getToken } from '../api/session.ts';
import { prefetchMaintenance } from '../features/maintenance/maintenance.query.ts';
import { handleReturn } from './returns.ts';
import { routes } from './routes.tsx';
import { wireFailures } from './wire-failures.ts';

/** Renders the app at the browser's current URL. */
export function startApp(root: Root): void {
  handleReturn(window.location);
  // Requested while the first screen's code is still loading.
  void prefetchMaintenance();
  if (getToken()) void queryClient.prefetchQuery(userQuery);

  const router = createBrowserRouter(routes);
  wireFailures(router);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
