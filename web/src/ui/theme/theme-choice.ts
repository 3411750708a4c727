/** The theme chosen on this device: `data-theme` on the page's root, which `tokens.css` uses. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Also read by the page's HTML before the first paint. */
const KEY = 'theme';
const listeners = new Set<() => void>();

export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Applies a theme, by default the stored one. The browser's own bars (`theme-color`) follow it. */
export function applyTheme(theme: string | null = stored()): void {
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.of ??= meta.media.includes('dark') ? 'dark' : 'light';
    const isShown = meta.dataset.of === theme ? 'all' : 'not all';
    meta.media = chosenTheme() === 'system' ? `(prefers-color-scheme: ${meta.dataset.of})` : isShown;
  }
  for (const listener of [...listeners]) listener();
}

/** Stores and applies the choice. Without storage it lasts until the page is reloaded. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Not stored; the choice is still applied below.
  }
  applyTheme(theme);
}

/** The theme was changed in another tab. */
function onStorage({ key }: StorageEvent): void {
  if (key === KEY || key === null) applyTheme();
}

/** Calls back after each choice, in this tab or another; returns a function that unsubscribes. */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}
