/**
 * Tooltips for a list with many: one for the whole area, made when somebody points at an element with `data-tip` or
 * focuses it.
 *
 *     <TipArea>…<span data-tip="Why it waits">…</span>…</TipArea>
 *
 * The element's own words or label must already name it; a description for screen readers is `aria-description`.
 */
import { Tooltip } from '@mantine/core';
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react';

const DELAY_MS = 200;
type Target = { element: HTMLElement; label: string };

function targetOf({ target }: { target: EventTarget }): Target | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  return element?.dataset.tip ? { element, label: element.dataset.tip } : null;
}

export function TipArea({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!target) return;
    const timer = setTimeout(setOpen, DELAY_MS, true);
    return () => {
      clearTimeout(timer);
      setOpen(false);
    };
  }, [target]);
  function show(event: PointerEvent | FocusEvent): void {
    const next = targetOf(event);
    if (next?.element !== target?.element) setTarget(next);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what happens to the elements in it
    <div
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
      {target && isOpen ? (
        <Tooltip
          target={target.element}
          label={target.label}
          opened
          multiline
          maw={320}
          withinPortal={false}
          floatingStrategy="fixed"
        />
      ) : null}
    </div>
  );
}
