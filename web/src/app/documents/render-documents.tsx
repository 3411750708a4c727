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
import { buttonClasses } from '../../ui/buttons/button-look.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { AuthBoot, MarkBoot, ShellBoot } from './boots.tsx';

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

/** Shown by `head.ts` if the page's code fails to load, because of the network or a newer deployment. */
function CodeMissing() {
  return (
    <Notice
      title="Something went wrong"
      actions={
        <button type="button" className={buttonClasses({})} data-refresh>
          Refresh Page
        </button>
      }
    >
      <p>
        A part of Drumbeat could not be loaded. You may be offline, or there is a newer version: refresh to
        get it.
      </p>
    </Notice>
  );
}
