/** Which slide follows. Pure. */

export const AUTO_MS = 5000;
export const TRANSITION_MS = 500;

/** The slide so many steps on; after the last comes the first, before the first the last. */
export function slideAfter(slide: number, steps: number, count: number): number {
  return (((slide + steps) % count) + count) % count;
}
