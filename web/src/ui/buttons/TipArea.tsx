/**
 * Tooltips for a list with many of them: one for the whole area, rendered when an element with `data-tip` is hovered
 * or focused. Its code is loaded then as well; if that fails, there is no tooltip.
 *
 *     <TipArea>…<span data-tip="Why it waits">…</span>…</TipArea>
 *
 * Use `inline` for an area within a sentence. The element needs its own text or label as its name; describe it to
 * screen readers with `aria-description`.
 */
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import type { Tip as TipType } from './Tip.tsx';

const DELAY_MS = 200;
let Tip: typeof TipType | null = null;

async function loadTip(): Promise<void> {
  try {
    Tip ??= (await import('./Tip.tsx')).Tip;
  } catch {
    // Ignored: the next hover or focus tries again.
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
