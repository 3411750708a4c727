import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { getToken } from './api/session.ts';
import { BootFailed } from './app/BootFailed.tsx';
import { paths } from './base/paths.ts';
import { isViewTab } from './base/view-tab.ts';
import { applyTheme } from './ui/theme-choice.ts';

if (isViewTab() || window.location.pathname === paths.view)
  (await import('./base/prepare-view-tab.ts')).prepareViewTab(window.location);
applyTheme();
const element = document.getElementById('root');
if (!element) throw new Error('index.html has lost its #root');
const root = createRoot(element);

// A visitor's first page needs a fraction of the app. Anything else, a token or a return from elsewhere, needs it all.
const { pathname, search } = window.location;
const landingAlone = pathname === paths.landing && search === '' && getToken() === null && !isViewTab();
try {
  if (landingAlone) (await import('./app/start-landing.tsx')).startLanding(root);
  else (await import('./app/start-app.tsx')).startApp(root);
} catch {
  root.render(<BootFailed />);
}
