/** The live region of the toasts, mounted once, at the root. */
import { type ComponentType, useEffect, useState } from 'react';
import { currentToasts, onToasts } from './toasts.ts';

/**
 * The list needs Mantine, so it is no part of a first visit. It loads with the first press, before the press can
 * fail for a lost connection, or else with the first toast.
 */
export function Toaster() {
  const [List, setList] = useState<ComponentType>();
  useEffect(() => {
    function load(): void {
      // If it fails, the next toast tries again.
      import('./ToastList.tsx').then(({ ToastList }) => setList(() => ToastList)).catch(() => undefined);
    }
    if (currentToasts().length > 0) load();
    const stop = onToasts(load);
    const presses = new AbortController();
    for (const kind of ['pointerdown', 'keydown'])
      window.addEventListener(kind, load, { once: true, signal: presses.signal });
    return () => {
      stop();
      presses.abort();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: between the list and its items are Mantine's elements
    <div role="list" aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {List ? <List /> : null}
    </div>
  );
}
