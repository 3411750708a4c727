/** Whether this tab shows addresses and provider ids. Off at first and after a reload; asking is written to the audit log. */
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

/** What a call that masks takes: `query: { sensitive: useSensitive() }`. */
export function useSensitive(): 'true' | 'false' {
  return useSyncExternalStore(subscribe, () => isShown) ? 'true' : 'false';
}
