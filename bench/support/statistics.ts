export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that this percentage of the values does not exceed (nearest rank); NaN if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}
