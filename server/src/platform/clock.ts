/** The only source of the current time below the composition root; tests hand in their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** The system's clock, so many milliseconds wrong: a machine whose clock nobody sets, for tests. */
export function clockOffBy(milliseconds: number): Clock {
  return milliseconds === 0 ? systemClock : { now: () => new Date(Date.now() + milliseconds) };
}
