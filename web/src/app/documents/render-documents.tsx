/**
 * Renders the initial markup of each page. The build calls it once for the landing page and once for all
 * others, and collects the style sheets imported here.
 */
import '@fontsource-variable/inter/wght.css';
import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { strings as admin } from '../../features/admin/admin.strings.ts';
import { strings as products } from '../../features/products/products.strings.ts';
import { strings as settings } from '../../features/settings/settings.strings.ts';
import { AuthBoot } from './AuthBoot.tsx';
import { CodeMissing } from './CodeMissing.tsx';
import { MarkBoot } from './MarkBoot.tsx';
import { ShellBoot } from './ShellBoot.tsx';

const boots: Record<string, ReactNode> = {
  auth: <AuthBoot titled />,
  reset: <AuthBoot />,
  dashboard: <ShellBoot />,
  settings: <ShellBoot title={settings.title} />,
  products: <ShellBoot title={products.title} />,
  admin: <ShellBoot title={admin.title} />,
  app: <MarkBoot />,
};

/** A page's `#root`, and the notice if its code fails to load, as HTML. Throws for an unknown page. */
export function renderBoot(name: string): { root: string; codeMissing: string } {
  const boot = boots[name];
  if (!boot) throw new Error(`The page ${name} has no markup of its own.`);
  return { root: renderToStaticMarkup(boot), codeMissing: renderToStaticMarkup(<CodeMissing />) };
}
