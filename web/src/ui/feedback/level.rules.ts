export type LevelColour = 'green' | 'yellow' | 'red';

/** A fraction as whole percent, 0 to 100; 0 if `max` is not positive. */
export function levelPercent(value: number, max: number): number {
  if (!(max > 0) || !Number.isFinite(value)) return 0;
  return Math.round(Math.min(Math.max(value / max, 0), 1) * 100);
}

/** Green from 66, yellow from 33, red below, based on the rounded percentage. */
export function levelColour(percent: number): LevelColour {
  const whole = Math.round(percent);
  if (whole >= 66) return 'green';
  return whole >= 33 ? 'yellow' : 'red';
}
