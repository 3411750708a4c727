/**
 * Passes a view's token from the console to the view tab: by messages between two windows of our own origin,
 * never in a URL. The tab announces that it listens, and the console answers with the token.
 */
import { paths } from '../../base/paths.ts';

const READY = 'DRUMBEAT_VIEW_READY';
const TOKEN = 'DRUMBEAT_VIEW_TOKEN';
/** How long each side waits for the other. */
const PATIENCE_MS = 30_000;
const CLOSED_CHECK_MS = 500;

export type ViewTab = {
  /** Resolves once the tab has the token. Throws if the tab was closed or did not respond. */
  handOver: (token: string) => Promise<void>;
  close: () => void;
};

/** Opens the tab; null if the browser blocks it, as every browser does outside a click. */
export function openViewTab(): ViewTab | null {
  const tab = window.open(paths.view, '_blank');
  if (!tab) return null;
  const ready = Promise.withResolvers<void>();
  // If the call is refused first, nobody awaits this promise.
  ready.promise.catch(() => undefined);
  const hear = (event: MessageEvent): void => {
    if (isOurs(event, tab) && fieldsOf(event.data).type === READY) ready.resolve();
  };
  window.addEventListener('message', hear);
  const fail = () => ready.reject(new Error('The tab was closed.'));
  const watch = setInterval(() => tab.closed && fail(), CLOSED_CHECK_MS);
  const patience = setTimeout(fail, PATIENCE_MS);
  function stop(): void {
    window.removeEventListener('message', hear);
    clearInterval(watch);
    clearTimeout(patience);
  }
  return {
    async handOver(token) {
      try {
        await ready.promise;
        tab.postMessage({ type: TOKEN, token }, window.location.origin);
      } finally {
        stop();
      }
    },
    close() {
      stop();
      tab.close();
    },
  };
}

/** Waits for the token in the view tab; returns a function that stops waiting. */
export function awaitToken({ onToken, onNone }: { onToken: (token: string) => void; onNone: () => void }) {
  const opener = window.opener as Window | null;
  const hear = (event: MessageEvent): void => {
    const { type, token } = fieldsOf(event.data);
    if (isOurs(event, opener) && type === TOKEN && typeof token === 'string') onToken(token);
  };
  window.addEventListener('message', hear);
  const patience = setTimeout(onNone, opener ? PATIENCE_MS : 0);
  opener?.postMessage({ type: READY }, window.location.origin);
  return (): void => {
    window.removeEventListener('message', hear);
    clearTimeout(patience);
  };
}

function isOurs(event: MessageEvent, from: Window | null): boolean {
  return event.origin === window.location.origin && event.source === from && from !== null;
}

function fieldsOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}
