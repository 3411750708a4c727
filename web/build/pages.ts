import { paths } from '../src/base/paths.ts';

/** A page's HTML: the addresses that get it, and the screen's module, which is loaded as it opens, beside the entry. */
export type Page = { name: string; at: readonly string[]; screen?: string };

const auth = 'src/features/auth/auth.page.tsx';

/** What has a page of its own. Every other address gets `app`. */
export const pages: readonly Page[] = [
  { name: 'auth', at: [paths.auth], screen: auth },
  { name: 'reset', at: [paths.resetPassword], screen: auth },
  { name: 'dashboard', at: [paths.dashboard], screen: 'src/features/dashboard/dashboard.page.tsx' },
  { name: 'settings', at: [paths.settings], screen: 'src/features/settings/settings.page.tsx' },
  { name: 'products', at: [paths.products], screen: 'src/features/products/products.page.tsx' },
  { name: 'admin', at: [paths.admin], screen: 'src/features/admin/admin.page.tsx' },
  { name: 'app', at: [] },
];

/** Whose whole content is in its HTML, and whose script is its own. */
export const landing = { name: 'landing', at: [paths.landing], script: 'src/app/documents/start-landing.ts' };
