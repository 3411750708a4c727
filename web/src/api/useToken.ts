import { useSyncExternalStore } from 'react';
import { getToken, onSessionChange } from './session.ts';

/** The token as React state. */
export function useToken(): string | null {
  return useSyncExternalStore(onSessionChange, getToken);
}
