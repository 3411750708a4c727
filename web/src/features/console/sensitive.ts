/** Whether this tab shows addresses and provider ids. Off by default and after a reload; use is audited. */
import { useSyncExternalStore } from 'react';

let isShown = false;
const listeners = new Set<() => void>();

export function setSensitive(to: boolean): void {
  isShown = to;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The query value for calls with masked answers: `query: { sensitive: useSensitive() }`. */
export function useSensitive(): 'true' | 'false' {
  return useSyncExternalStore(subscribe, () => isShown) ? 'true' : 'false';
}
