import { paths } from '../src/base/paths.ts';

/** An HTML file: the paths that it serves, and the screen's module, which the page loads with the entry. */
export type Page = { name: string; at: readonly string[]; screen?: string };

const auth = 'src/features/auth/auth.page.tsx';

/** Screens with a separate HTML file. Every other path gets `app`. */
export const pages: readonly Page[] = [
  { name: 'auth', at: [paths.auth], screen: auth },
  { name: 'reset', at: [paths.resetPassword], screen: auth },
  { name: 'dashboard', at: [paths.dashboard], screen: 'src/features/dashboard/dashboard.page.tsx' },
  { name: 'settings', at: [paths.settings], screen: 'src/features/settings/settings.page.tsx' },
  { name: 'products', at: [paths.products], screen: 'src/features/products/products.page.tsx' },
  { name: 'admin', at: [paths.admin], screen: 'src/features/admin/admin.page.tsx' },
  { name: 'app', at: [] },
];

/** The landing page: all of its content is in its HTML, and it has a separate script. */
export const landing = { name: 'landing', at: [paths.landing], script: 'src/app/documents/start-landing.ts' };
