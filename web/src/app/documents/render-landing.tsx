/** Renders the complete landing page as HTML. */
import '@fontsource-variable/inter/wght.css';
import '../../ui/tokens.css';
import '../../ui/base.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from '../../features/landing/landing.page.tsx';
import { strings } from '../../features/landing/landing.strings.ts';
import { OfflineNotice } from '../../ui/OfflineBanner.tsx';

export function renderLanding(): { title: string; root: string; offline: string } {
  return {
    title: strings.title,
    root: renderToStaticMarkup(<LandingPage isReady={false} />),
    offline: renderToStaticMarkup(<OfflineNotice />),
  };
}
