import { signUpState } from '../../base/paths.ts';
import { SUPPORT_EMAIL } from '../../base/support.ts';
import { isFilled, isShown, LAST_BEAT, listAt, SLOTS, statusAt } from './example-week.ts';
import { fillPlans } from './landing-plans.ts';

/** How long the landing page shows a spinner, measured from the start of the navigation (LAND-02). */
export const LOADER_MS = 1000;

/** Navigates from the landing page to another screen. */
export type Go = (path: string, state?: object) => void;

/**
 * Adds the dynamic behaviour to the landing page's HTML, whether the build rendered it (for visitors) or
 * React (in the app). Returns a function that removes it.
 */
export function enlivenLanding(page: HTMLElement, go: Go): () => void {
  const end = new AbortController();
  const { signal } = end;
  page.addEventListener('click', (event) => follow(event, go), { signal });
  page.addEventListener('change', ({ target }) => showSample(page, target), { signal });
  for (const link of page.querySelectorAll<HTMLAnchorElement>('a[data-support]')) {
    link.href = `mailto:${SUPPORT_EMAIL}`;
    if (link.dataset.support === 'address') link.textContent = SUPPORT_EMAIL;
  }
  for (const words of page.querySelectorAll<HTMLElement>('[data-support="words"]'))
    words.hidden = SUPPORT_EMAIL === '';
  const waitMs = Math.max(0, LOADER_MS - performance.now());
  showContent(page, signal, waitMs);
  playWeek(page, signal, waitMs);
  void fillPlans(page, signal);
  return () => end.abort();
}

/** The spinner's one second counts from the start of the navigation, so a slow page does not wait longer. */
function showContent(page: HTMLElement, signal: AbortSignal, waitMs: number): void {
  const show = () => {
    page.dataset.ready = 'true';
  };
  if (waitMs === 0) show();
  const timer = setTimeout(show, waitMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Handles clicks on links, but leaves new tabs and downloads to the browser. */
function follow(event: MouseEvent, go: Go): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-leave]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented) return;
  event.preventDefault();
  go(link.pathname, link.dataset.leave === 'sign-up' ? signUpState : undefined);
}

function showSample(page: HTMLElement, target: EventTarget | null): void {
  const chosen = target instanceof HTMLInputElement ? target.value : undefined;
  for (const posts of page.querySelectorAll<HTMLElement>('[data-sample]'))
    posts.dataset.shown = String(posts.dataset.sample === chosen);
}

const FILL_MS = 110;

const SEND_MS = 1600;

/** Plays the example once, step by step, after `waitMs`. With reduced motion it stays in its final state. */
function playWeek(page: HTMLElement, signal: AbortSignal, waitMs: number): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  let beat = 0;
  let timer: ReturnType<typeof setTimeout>;
  function play(): void {
    beat += 1;
    drawBeat(page, beat);
    if (beat < LAST_BEAT) timer = setTimeout(play, beat < SLOTS ? FILL_MS : SEND_MS);
  }
  drawBeat(page, beat);
  timer = setTimeout(play, waitMs + FILL_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

function drawBeat(page: HTMLElement, beat: number): void {
  for (const [slot, event] of page.querySelectorAll<HTMLElement>('[data-slot]').entries()) {
    event.dataset.filled = String(isFilled(slot, beat));
    event.dataset.status = statusAt(slot, beat);
  }
  const states = listAt(beat);
  for (const [at, post] of page.querySelectorAll<HTMLElement>('[data-example]').entries()) {
    post.dataset.shown = String(isShown(at, beat));
    for (const badge of post.querySelectorAll<HTMLElement>('[data-badge]'))
      badge.hidden = badge.dataset.badge !== states[at];
  }
}
