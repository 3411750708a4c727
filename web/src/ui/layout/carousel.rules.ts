/** Which slide comes next. Pure. */

export const AUTO_MS = 5000;
export const TRANSITION_MS = 500;

/** The slide that is `steps` further; it wraps around at both ends. */
export function slideAfter(slide: number, steps: number, count: number): number {
  return (((slide + steps) % count) + count) % count;
}

/** The slide to show: the last one if there are fewer by now than there were when `slide` was chosen. */
export function slideShown(slide: number, count: number): number {
  return Math.max(0, Math.min(slide, count - 1));
}
