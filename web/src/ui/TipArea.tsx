/**
 * Tooltips for a list with many: one for the whole area, made when somebody points at an element with `data-tip` or
 * focuses it; its code comes then, too. Without its code there is no tooltip.
 *
 *     <TipArea>…<span data-tip="Why it waits">…</span>…</TipArea>
 *
 * `inline` for an area inside a sentence. The element's own words or label must already name it; a description for
 * screen readers is `aria-description`.
 */
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import type { Tip as TipType } from './Tip.tsx';

const DELAY_MS = 200;
let Tip: typeof TipType | null = null;

async function loadTip(): Promise<void> {
  try {
    Tip ??= (await import('./Tip.tsx')).Tip;
  } catch {
    // The next one to point at something tries again.
  }
}

type Target = { element: HTMLElement; label: string };

function targetOf({ target }: { target: EventTarget }): Target | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  return element?.dataset.tip ? { element, label: element.dataset.tip } : null;
}

export function TipArea({ children, inline = false }: { children: ReactNode; inline?: boolean }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!target) return;
    let isGone = false;
    const delay = new Promise((over) => setTimeout(over, DELAY_MS));
    void Promise.all([delay, loadTip()]).then(() => (isGone ? undefined : setOpen(true)));
    return () => {
      isGone = true;
      setOpen(false);
    };
  }, [target]);
  function show(event: PointerEvent | FocusEvent): void {
    const next = targetOf(event);
    if (next?.element !== target?.element) setTarget(next);
  }
  const Area = inline ? 'span' : 'div';
  return (
    <Area
      style={{ display: 'contents' }}
      onPointerOver={show}
      onPointerLeave={() => setTarget(null)}
      onFocus={(event) => (event.target.matches(':focus-visible') ? show(event) : undefined)}
      onBlur={() => setTarget(null)}
      onClick={(event) =>
        event.target instanceof Element && event.target.closest('button') ? setTarget(null) : undefined
      }
      onKeyDown={(event) => (event.key === 'Escape' ? setTarget(null) : undefined)}
    >
      {children}
      {target && isOpen && Tip ? <Tip {...target} withinPortal={inline} /> : null}
    </Area>
  );
}
