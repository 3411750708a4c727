import { isFilled, isShown, LAST_BEAT, listAt, SLOTS, statusAt } from './example-week.ts';

const FILL_MS = 110;
const SEND_MS = 1600;

/** Plays the example once, step by step, after `waitMs`. With reduced motion it stays in its final state. */
export function playWeek(page: HTMLElement, signal: AbortSignal, waitMs: number): void {
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
