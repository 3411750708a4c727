import { useEffect, useRef } from 'react';

type SheetState = { sheets?: number } | null;
const sheetsNow = (): number => (window.history.state as SheetState)?.sheets ?? 0;

let isLeaving = (): boolean => false;
/** Says how to tell whether another page is on its way. */
export function tellLeavingBy(ask: () => boolean): void {
  isLeaving = ask;
}

/**
 * While a full-screen sheet is open, the Back button (or gesture) closes it and the page stays. The sheet has a history
 * entry of its own, which counts the sheets below it, so that of two sheets only the upper one closes.
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
      // Closed by a button: its entry goes. Not when what closed it leads to another page, which only begins after this:
      // going back would take the person from there.
      setTimeout(() => {
        if (sheetsNow() === own && !isLeaving()) window.history.back();
      });
    };
  }, [opened]);
}
