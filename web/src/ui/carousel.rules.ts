/** Which slide comes next. Pure. */

export const AUTO_MS = 5000;
export const TRANSITION_MS = 500;

/** The slide that is `steps` further; it wraps around at both ends. */
export function slideAfter(slide: number, steps: number, count: number): number {
  return (((slide + steps) % count) + count) % count;
}
