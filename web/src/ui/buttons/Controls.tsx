import { MantineProvider } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import '../theme/mantine.css';
import '../theme/mantine-ours.css';
import { cssVariablesResolver, theme } from '../theme/theme.ts';
import { chosenTheme, onThemeChange, type Theme } from '../theme/theme-choice.ts';

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, chosenTheme);
}

/** Provides Mantine. The layout route of all screens except the simplest ones (landing, legal, notices). */
export function Controls({ children }: { children: ReactNode }) {
  const chosen = useTheme();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      {...(chosen === 'system' ? {} : { forceColorScheme: chosen })}
    >
      {children}
    </MantineProvider>
  );
}
