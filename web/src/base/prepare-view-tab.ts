import { paths } from './paths.ts';
import { isViewTab, VIEW_TAB_KEY } from './view-tab.ts';

/**
 * Call it before anything reads what is stored. The browser copied the session storage of the console into the tab that
 * the console opened, with the token of staff: it is emptied here.
 */
export function prepareViewTab({ pathname }: { pathname: string }, opener: unknown = window.opener): void {
  if (pathname === paths.view && opener && !isViewTab()) {
    sessionStorage.clear();
    sessionStorage.setItem(VIEW_TAB_KEY, '1');
  }
  if (isViewTab()) forgetAtEnd();
}

/** Local storage as a copy that ends with the page; of what is there it takes the theme alone. */
function forgetAtEnd(): void {
  const theme = localStorage.getItem('theme');
  const storage = new PageStorage();
  if (theme !== null) storage.setItem('theme', theme);
  Object.defineProperty(window, 'localStorage', { value: storage, configurable: true });
}

/** Storage of one page. As in the browser's own, the keys are properties. */
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
