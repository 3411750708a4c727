import '@fontsource-variable/inter/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { getToken } from './api/session.ts';
import { paths } from './app/paths.ts';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has lost its #root');
const root = createRoot(element);

// A visitor's first page needs a fraction of the app. Anything else, a token or a return from elsewhere, needs it all.
const { pathname, search } = window.location;
if (pathname === paths.landing && search === '' && getToken() === null) {
  const { startLanding } = await import('./app/start-landing.tsx');
  startLanding(root);
} else {
  const { startApp } = await import('./app/start-app.tsx');
  startApp(root);
}
