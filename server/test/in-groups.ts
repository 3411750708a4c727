import pLimit from 'p-limit';

/** Repeats a request, twenty at a time: more at once, on a busy machine, wait too long for a connection. */
export function inGroups<T>(times: number, request: () => Promise<T>): Promise<T[]> {
  return pLimit(20).map(Array.from({ length: times }), () => request());
}
