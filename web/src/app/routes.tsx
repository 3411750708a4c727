import type { RouteObject } from 'react-router';
import { Spinner } from '../ui/Spinner.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { paths } from './paths.ts';
import { Root } from './Root.tsx';

/** Every screen, each in its own chunk. Who may see which is decided in `guards.ts`. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Spinner,
    children: [
      {
        lazy: async () => ({ Component: (await import('./ControlsLayout.tsx')).ControlsLayout }),
        children: [
          {
            lazy: async () => ({ Component: (await import('../features/shell/Shell.tsx')).Shell }),
            children: [
              {
                path: paths.dashboard,
                lazy: async () => ({
                  Component: (await import('../features/dashboard/dashboard.page.tsx')).DashboardPage,
                }),
              },
            ],
          },
        ],
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./NotFound.tsx')).NotFound }),
      },
    ],
  },
];
