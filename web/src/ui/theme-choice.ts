/** Which theme somebody chose on this device: `data-theme` of the page, which `tokens.css` reads. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Read by the page's HTML as well, before anything is drawn. */
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

/** Draws the theme that is kept. The browser's own bars follow it, as they follow the system's. */
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

/** Where nothing can be stored, the choice lasts until the page is loaded again. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Nothing to do: it is drawn all the same.
  }
  applyTheme(theme);
}

/** Another tab chose. */
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
