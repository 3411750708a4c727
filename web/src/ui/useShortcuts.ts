import { useEffect, useLayoutEffect, useRef } from 'react';

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether a key press is meant for something else: a field, an open dialog or menu, or the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true;
  const isTyping = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  return isTyping || document.querySelector(OVER) !== null;
}

/** Single-key shortcuts by `event.key`: `{ j: next, '/': search, '?': help }`. Off while someone types. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const act = latest.current[event.key.toLowerCase()];
      if (!act || isTaken(event)) return;
      event.preventDefault();
      act();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
