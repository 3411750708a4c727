import { useSyncExternalStore } from 'react';
import { chosenTheme, onThemeChange, type Theme } from './theme-choice.ts';

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, chosenTheme);
}
