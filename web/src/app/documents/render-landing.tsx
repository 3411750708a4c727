/** Renders the complete landing page as HTML. */
import '@fontsource-variable/inter/wght.css';
import '../../ui/theme/tokens.css';
import '../../ui/theme/base.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from '../../features/landing/landing.page.tsx';
import { strings } from '../../features/landing/landing.strings.ts';
import { OfflineNotice } from '../../ui/feedback/OfflineBanner.tsx';

export function renderLanding(): { title: string; root: string; offline: string } {
  return {
    title: strings.title,
    root: renderToStaticMarkup(<LandingPage isReady={false} />),
    offline: renderToStaticMarkup(<OfflineNotice />),
  };
}
