import { useEffect, useRef } from 'react';

type SheetState = { sheets?: number } | null;
const sheetsNow = (): number => (window.history.state as SheetState)?.sheets ?? 0;

let isLeaving = (): boolean => false;
/** Sets how to check whether a navigation is in progress. */
export function tellLeavingBy(ask: () => boolean): void {
  isLeaving = ask;
}

/**
 * While a full-screen sheet is open, Back (button or gesture) closes it instead of leaving the page. Each
 * sheet adds a history entry that counts the open sheets, so that Back closes only the topmost one.
 */
export function useBackCloses(opened: boolean, locked: boolean, onClose: () => void): void {
  const latest = useRef({ locked, onClose });
  useEffect(() => {
    latest.current = { locked, onClose };
  });
  useEffect(() => {
    if (!opened) return;
    const own = sheetsNow() + 1;
    const push = (): void => window.history.pushState({ ...window.history.state, sheets: own }, '');
    push();
    function onBack(): void {
      if (sheetsNow() >= own) return;
      if (latest.current.locked) push();
      else latest.current.onClose();
    }
    window.addEventListener('popstate', onBack);
    return () => {
      window.removeEventListener('popstate', onBack);
      // Closed by a button: remove the sheet's history entry. Not if a navigation follows, which starts only
      // after this cleanup: going back would undo it.
      setTimeout(() => {
        if (sheetsNow() === own && !isLeaving()) window.history.back();
      });
    };
  }, [opened]);
}
