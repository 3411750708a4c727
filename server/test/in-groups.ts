import pLimit from 'p-limit';

/** Repeats a request, twenty at a time: on a busy machine, more would wait too long for a connection. */
export function inGroups<T>(times: number, request: () => Promise<T>): Promise<T[]> {
  return pLimit(20).map(Array.from({ length: times }), () => request());
}
