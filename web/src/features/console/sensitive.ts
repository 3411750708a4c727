/** Which screen of this tab shows addresses and provider ids. None by default and after a reload; use is audited. */
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

let shownOn: string | null = null;
const listeners = new Set<() => void>();

export function setSensitive(screen: string | null): void {
  shownOn = screen;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The console, or the page of one customer, whatever its tab. */
export function useSensitiveScreen(): string {
  const { pathname, search } = useLocation();
  return `${pathname} ${new URLSearchParams(search).get('id') ?? ''}`;
}

/**
 * The query value for calls with masked answers: `query: { sensitive: useSensitive() }`. It is 'false' from the first
 * render of another screen, so that nobody else's data is asked for unmasked.
 */
export function useSensitive(): 'true' | 'false' {
  const screen = useSensitiveScreen();
  return useSyncExternalStore(subscribe, () => shownOn === screen) ? 'true' : 'false';
}
