/**
 * Developer shortcuts, stored per tab. They change what the browser shows, never what the server decides.
 * They are removed from production builds, where `import.meta.env.DEV` is false.
 */
import { useSyncExternalStore } from 'react';

export type DevFlags = { skipX: boolean; skipPayment: boolean; verbose: boolean };

const KEY = 'devFlags';
const none: DevFlags = { skipX: false, skipPayment: false, verbose: false };
const listeners = new Set<() => void>();
let read: { text: string | null; flags: DevFlags } = { text: null, flags: none };

export function devFlags(): DevFlags {
  if (!import.meta.env.DEV) return none;
  const text = sessionStorage.getItem(KEY);
  if (text !== read.text)
    read = { text, flags: { ...none, ...(JSON.parse(text ?? '{}') as Partial<DevFlags>) } };
  return read.flags;
}

export function setDevFlag(name: keyof DevFlags, on: boolean): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...devFlags(), [name]: on }));
  for (const listener of [...listeners]) listener();
}

function onDevFlags(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDevFlags(): DevFlags {
  return useSyncExternalStore(onDevFlags, devFlags);
}
