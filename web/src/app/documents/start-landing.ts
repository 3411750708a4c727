/**
 * The script in the landing page's HTML. Visitors see the page without loading the app; with a token, or on a
 * return from another site, it starts the app.
 */
import { getToken } from '../../api/session.ts';
import { paths } from '../../base/paths.ts';
import { isViewTab } from '../../base/view-tab.ts';
import { enlivenLanding, type Go } from '../../features/landing/enliven-landing.ts';
import { readMaintenance } from '../../features/maintenance/maintenance.status.ts';
import { applyTheme } from '../../ui/theme/theme-choice.ts';

/** Loads the next screen as a new document; its router reads this state from the history entry. */
const go: Go = (path, state) => {
  window.history.pushState({ usr: state ?? null, key: 'landing', idx: 1 }, '', path);
  window.location.reload();
};

function showWhetherOnline(): void {
  document.querySelector('body > [data-offline]')?.remove();
  if (navigator.onLine) return;
  const notice = document.querySelector<HTMLTemplateElement>('template#offline');
  if (!notice) return;
  document.body.prepend(notice.content.cloneNode(true));
  document
    .querySelector('body > [data-offline] button')
    ?.addEventListener('click', () => window.location.reload());
}

function startLanding(page: HTMLElement): void {
  applyTheme();
  enlivenLanding(page, go);
  showWhetherOnline();
  window.addEventListener('online', showWhetherOnline);
  window.addEventListener('offline', showWhetherOnline);
  void readMaintenance().then(({ active, isAdmin }) => {
    if (active && !isAdmin) go(paths.maintenance);
  });
}

const named = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The app's files are named in meta tags, so that they are not fetched for the landing page alone. */
async function startApp(landing: HTMLElement | null): Promise<void> {
  // Shows only the spinner, without the limit of one second.
  landing?.setAttribute('data-ready', 'never');
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = named('app-style');
  const script = document.createElement('link');
  script.rel = 'modulepreload';
  script.href = named('app-script');
  await new Promise((done) => {
    style.onload = done;
    style.onerror = done;
    document.head.append(script, style);
  });
  await import(/* @vite-ignore */ named('app-script'));
}

const page = document.querySelector<HTMLElement>('[data-landing]');
const isAlone = window.location.search === '' && getToken() === null && !isViewTab();
if (page && isAlone) startLanding(page);
else void startApp(page);
