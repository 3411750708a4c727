import { paths } from './paths.ts';
import { isViewTab, VIEW_TAB_KEY } from './view-tab.ts';

/**
 * Must be called before anything reads storage. A view tab starts with a copy of the console's session
 * storage, which contains the staff token, so it is cleared here.
 */
export function prepareViewTab({ pathname }: { pathname: string }, opener: unknown = window.opener): void {
  if (pathname === paths.view && opener && !isViewTab()) {
    sessionStorage.clear();
    sessionStorage.setItem(VIEW_TAB_KEY, '1');
  }
  if (isViewTab()) forgetAtEnd();
}

/** Replaces local storage with a temporary one that ends with the page and only copies the theme. */
function forgetAtEnd(): void {
  const theme = localStorage.getItem('theme');
  const storage = new PageStorage();
  if (theme !== null) storage.setItem('theme', theme);
  Object.defineProperty(window, 'localStorage', { value: storage, configurable: true });
}

/** In-memory storage. As in the browser's own, the keys are properties. */
class PageStorage implements Storage {
  [key: string]: unknown;

  get length(): number {
    return Object.keys(this).length;
  }

  key(index: number): string | null {
    return Object.keys(this)[index] ?? null;
  }

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }

  setItem(key: string, value: string): void {
    Object.defineProperty(this, key, { value: String(value), enumerable: true, configurable: true });
  }

  removeItem(key: string): void {
    delete this[key];
  }

  clear(): void {
    for (const key of Object.keys(this)) delete this[key];
  }
}
