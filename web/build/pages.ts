import { paths } from '../src/base/paths.ts';

/** A page's HTML: the addresses that get it, and the modules that are loaded as it opens, beside the entry. */
export type Page = { name: string; at: readonly string[]; modules: readonly string[] };

const controls = 'src/app/ControlsLayout.tsx';
const auth = [controls, 'src/features/auth/auth.page.tsx'];
const shell = [controls, 'src/features/shell/Shell.tsx'];

/** What has a page of its own. Every other address gets `app`. */
export const pages: readonly Page[] = [
  { name: 'auth', at: [paths.auth], modules: auth },
  { name: 'reset', at: [paths.resetPassword], modules: auth },
  {
    name: 'dashboard',
    at: [paths.dashboard],
    modules: [...shell, 'src/features/dashboard/dashboard.page.tsx'],
  },
  { name: 'settings', at: [paths.settings], modules: [...shell, 'src/features/settings/settings.page.tsx'] },
  { name: 'products', at: [paths.products], modules: [...shell, 'src/features/products/products.page.tsx'] },
  { name: 'admin', at: [paths.admin], modules: [...shell, 'src/features/admin/admin.page.tsx'] },
  { name: 'app', at: [], modules: [] },
];

/** Whose whole content is in its HTML, and whose script is its own. */
export const landing = { name: 'landing', at: [paths.landing], script: 'src/app/documents/start-landing.ts' };
