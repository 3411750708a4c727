/**
 * Runs inline in the page's HTML, before the first paint and any other code. It applies the stored theme (so
 * that the wrong one never flashes), marks whether someone is signed in, sends the page's first calls, and
 * shows a notice if the page's code fails to load.
 */
import { getToken } from '../../api/session.ts';
import { paths, signUpState } from '../../base/paths.ts';
import { beginEarlyCalls } from './begin-early-calls.ts';

const { pathname } = window.location;
const { dataset } = document.documentElement;
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  // A view tab still holds the session storage copied from the console's tab.
  if (pathname !== paths.view) {
    if (getToken() !== null) dataset.signedIn = '';
    if (window.history.state?.usr?.mode === signUpState.mode) dataset.signUp = '';
    beginEarlyCalls(pathname);
  }
} catch {
  // Without storage, the system theme is used and the page makes its calls itself.
}

addEventListener('error', showCodeMissing, true);

/** Handles a failed page script or static import. Chunks loaded later handle failures where they are used. */
function showCodeMissing({ target }: Event): void {
  const notice = document.querySelector<HTMLTemplateElement>('template#code-missing');
  const root = document.getElementById('root');
  if (!notice || !root || !(target instanceof HTMLScriptElement) || target.type !== 'module') return;
  root.replaceChildren(notice.content.cloneNode(true));
  root.querySelector('[data-refresh]')?.addEventListener('click', () => window.location.reload());
}
