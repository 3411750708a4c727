import type { RouteObject } from 'react-router';
import { paths } from '../base/paths.ts';
import { Boot } from './Boot.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';
import { Root } from './Root.tsx';

/** If the dashboard opens on the calendar, loads the calendar's code in parallel instead of afterwards. */
function fetchCalendar(): void {
  if (new URLSearchParams(window.location.search).get('view') !== 'calendar') return;
  // The calendar shows its own error if it cannot be loaded.
  import('../features/calendar/PostsCalendar.tsx').catch(() => undefined);
}

/** Every screen, each in its own chunk. `guards.ts` decides who may see which. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: Boot,
    children: [
      {
        path: paths.landing,
        lazy: async () => ({
          Component: (await import('../features/landing/landing.route.tsx')).LandingRoute,
        }),
      },
      {
        lazy: async () => ({ Component: (await import('./ControlsLayout.tsx')).ControlsLayout }),
        children: [
          {
            path: paths.resetPassword,
            lazy: async () => ({ Component: (await import('../features/auth/auth.page.tsx')).AuthPage }),
          },
          {
            path: paths.auth,
            lazy: async () => ({ Component: (await import('../features/auth/auth.page.tsx')).AuthPage }),
          },
          {
            lazy: async () => ({ Component: (await import('../features/shell/Shell.tsx')).Shell }),
            children: [
              {
                path: paths.dashboard,
                lazy: async () => {
                  fetchCalendar();
                  return {
                    Component: (await import('../features/dashboard/dashboard.page.tsx')).DashboardPage,
                  };
                },
              },
              {
                path: paths.settings,
                lazy: async () => ({
                  Component: (await import('../features/settings/settings.page.tsx')).SettingsPage,
                }),
              },
              {
                path: paths.voice,
                lazy: async () => ({
                  Component: (await import('../features/voice/voice.page.tsx')).VoicePage,
                }),
              },
              {
                path: paths.facts,
                lazy: async () => ({
                  Component: (await import('../features/facts/facts.page.tsx')).FactsPage,
                }),
              },
              {
                path: paths.products,
                lazy: async () => ({
                  Component: (await import('../features/products/products.page.tsx')).ProductsPage,
                }),
              },
              {
                path: paths.cryptoBilling,
                lazy: async () => ({
                  Component: (await import('../features/crypto/crypto.page.tsx')).CryptoPage,
                }),
              },
              {
                path: paths.onboardingPayment,
                lazy: async () => ({
                  Component: (await import('../features/crypto/payment-method.page.tsx')).PaymentMethodPage,
                }),
              },
              {
                path: paths.admin,
                lazy: async () => ({
                  Component: (await import('../features/admin/admin.page.tsx')).AdminPage,
                }),
              },
              {
                path: paths.adminCustomer,
                lazy: async () => ({
                  Component: (await import('../features/admin/customer/customer.page.tsx')).CustomerPage,
                }),
              },
            ],
          },
        ],
      },
      {
        path: paths.verifyEmail,
        lazy: async () => ({
          Component: (await import('../features/verify-email/verify-email.page.tsx')).VerifyEmailPage,
        }),
      },
      {
        path: paths.maintenance,
        lazy: async () => ({
          Component: (await import('../features/maintenance/maintenance.page.tsx')).MaintenancePage,
        }),
      },
      {
        path: paths.view,
        lazy: async () => ({ Component: (await import('../features/auth/view/view.page.tsx')).ViewPage }),
      },
      {
        path: paths.terms,
        lazy: async () => ({ Component: (await import('../features/legal/legal.page.tsx')).TermsPage }),
      },
      {
        path: paths.privacy,
        lazy: async () => ({ Component: (await import('../features/legal/legal.page.tsx')).PrivacyPage }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./NotFound.tsx')).NotFound }),
      },
    ],
  },
];
