/** Posts per day for the next calendar, as chosen in this tab: 'postsPerDay' in session storage. */
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

/** The choice, at most `cap`; `cap` if none was made. */
export function usePerDay(cap: number): number {
  const chosen = Number(useSyncExternalStore(subscribe, () => sessionStorage.getItem(KEY)));
  return Number.isInteger(chosen) && chosen > 0 ? Math.min(chosen, cap) : cap;
}
