/** How many posts a day the next calendar shall have, as chosen in this tab: 'postsPerDay' in session storage. */
import { useSyncExternalStore } from 'react';

const KEY = 'postsPerDay';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPerDay(value: number): void {
  sessionStorage.setItem(KEY, String(value));
  for (const listener of [...listeners]) listener();
}

/** The choice, never above `cap`; `cap` where none was made. */
export function usePerDay(cap: number): number {
  const chosen = Number(useSyncExternalStore(subscribe, () => sessionStorage.getItem(KEY)));
  return Number.isInteger(chosen) && chosen > 0 ? Math.min(chosen, cap) : cap;
}
