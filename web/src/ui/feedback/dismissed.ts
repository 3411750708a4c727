/** The ids of the banners closed in this browser session: 'dismissedBanners' in session storage. */
import { useSyncExternalStore } from 'react';

const KEY = 'dismissedBanners';
const listeners = new Set<() => void>();

function raw(): string {
  return sessionStorage.getItem(KEY) ?? '[]';
}

function change(to: readonly string[] | null): void {
  if (to) sessionStorage.setItem(KEY, JSON.stringify(to));
  else sessionStorage.removeItem(KEY);
  for (const listener of [...listeners]) listener();
}

/** Parses the stored list; anything unreadable counts as empty. */
export function parseDismissed(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function dismissBanner(id: string): void {
  change([...new Set([...parseDismissed(raw()), id])]);
}

/** Lets every banner show again: called after sign-in. */
export function clearDismissedBanners(): void {
  change(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDismissed(id: string): boolean {
  return parseDismissed(useSyncExternalStore(subscribe, raw)).includes(id);
}
