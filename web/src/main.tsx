import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient, userQuery } from './api/query.ts';
import { getToken } from './api/session.ts';
import { handleReturn } from './app/handle-return.ts';
import { routes } from './app/routes.tsx';
import { wireFailures } from './app/wire-failures.ts';
import { prefetchMaintenance } from './features/maintenance/maintenance.query.ts';

handleReturn(window.location);
// Asked for while the first screen's code is still loading.
void prefetchMaintenance();
if (getToken()) void queryClient.prefetchQuery(userQuery);

const router = createBrowserRouter(routes);
wireFailures(router);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
