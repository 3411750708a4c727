/** Runs a function once pending changes are on screen. */
export function whenDrawn(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** How long focus is restored to a post that is rendered again. */
const SETTLED_MS = 3_000;
const LOOK_MS = 50;

/** Focuses a post's menu button, and again if re-rendering takes the focus away. */
export function focusPost(id: string): void {
  const until = performance.now() + SETTLED_MS;
  const look = (): void => {
    const button = document.querySelector<HTMLElement>(`[data-post-options="${CSS.escape(id)}"]`);
    const focused = document.activeElement ?? document.body;
    if (focused === document.body) button?.focus();
    else if (focused !== button) return;
    if (performance.now() < until) setTimeout(look, LOOK_MS);
  };
  whenDrawn(look);
}

/** Scrolls a post into view if it is outside. */
export function showPost(id: string): void {
  whenDrawn(() => {
    document.querySelector(`[data-post="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  });
}
