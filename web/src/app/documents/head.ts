/**
 * Runs from within the page's HTML, before the first paint and before any other code: the theme that was chosen on this
 * device, so that it never flashes, whether somebody is signed in, the calls that the page will make, and what is shown if
 * its code does not come.
 */
import { getToken } from '../../api/session.ts';
import { paths, signUpState } from '../../base/paths.ts';
import { beginEarlyCalls } from './begin-early-calls.ts';

const { pathname } = window.location;
const { dataset } = document.documentElement;
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  // The tab of a view still holds what the console's tab had.
  if (pathname !== paths.view) {
    if (getToken() !== null) dataset.signedIn = '';
    if (window.history.state?.usr?.mode === signUpState.mode) dataset.signUp = '';
    beginEarlyCalls(pathname);
  }
} catch {
  // Without storage the system's theme is shown, and the page makes its calls itself.
}

addEventListener('error', showCodeMissing, true);

/** A script that does not come, or one that it imports. Chunks that are asked for later fail where they are used. */
function showCodeMissing({ target }: Event): void {
  const notice = document.querySelector<HTMLTemplateElement>('template#code-missing');
  const root = document.getElementById('root');
  if (!notice || !root || !(target instanceof HTMLScriptElement) || target.type !== 'module') return;
  root.replaceChildren(notice.content.cloneNode(true));
  root.querySelector('[data-refresh]')?.addEventListener('click', () => window.location.reload());
}
