import '@fontsource-variable/inter/wght.css';
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { createRoot } from 'react-dom/client';
import { startApp } from './app/start-app.tsx';
import { keepMarkup } from './base/boot-markup.ts';
import { takeLinkToken } from './base/link-token.ts';
import { paths } from './base/paths.ts';
import { isViewTab } from './base/view-tab.ts';
import { applyTheme } from './ui/theme/theme-choice.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has lost its #root');
void open(root);

// No top-level await: with it the bundler would emit a separate 50-byte file for each lazy layout.
async function open(element: HTMLElement): Promise<void> {
  takeLinkToken();
  if (isViewTab() || window.location.pathname === paths.view)
    (await import('./base/prepare-view-tab.ts')).prepareViewTab(window.location);
  applyTheme();
  keepMarkup(element);
  startApp(createRoot(element));
}
