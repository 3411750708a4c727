/** Carrying a post from the list of a day to another day: a finger rests to pick it up, a mouse pulls. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** How long a finger rests before it picks a post up. */
const REST_MS = 400;
/** A finger that moves further than this before (px) scrolls; a mouse that does so pulls. */
const SLACK = 8;

/** The day under a point of the window. */
function dayAt(x: number, y: number): string | null {
  const day = document.elementFromPoint(x, y)?.closest('[data-day]');
  return day instanceof HTMLElement ? (day.dataset.day ?? null) : null;
}

export function useTouchCarry(onDrop: (post: Post, day: string) => boolean) {
  const [lifted, setLifted] = useState<Post | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  function press(event: ReactPointerEvent<HTMLElement>, post: Post): void {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    end.current?.();
    const isTouch = event.pointerType !== 'mouse';
    const [startX, startY] = [event.clientX, event.clientY];
    let isLifted = false;
    const moveGhost = (x: number, y: number): void => {
      if (ghost.current) ghost.current.style.transform = `translate(${x + 12}px, ${y - 52}px)`;
    };
    const lift = (): void => {
      isLifted = true;
      setLifted(post);
      requestAnimationFrame(() => moveGhost(startX, startY));
    };
    const timer = isTouch ? setTimeout(lift, REST_MS) : undefined;
    const onMove = (move: PointerEvent): void => {
      const far = Math.hypot(move.clientX - startX, move.clientY - startY) > SLACK;
      if (!isLifted && far) {
        if (isTouch) stop();
        else lift();
      }
      if (!isLifted) return;
      moveGhost(move.clientX, move.clientY);
      setOver(dayAt(move.clientX, move.clientY));
    };
    const onUp = (up: PointerEvent): void => {
      const day = isLifted ? dayAt(up.clientX, up.clientY) : null;
      stop();
      if (day) onDrop(post, day);
    };
    // While a post is carried, the page must not scroll under the finger.
    const onTouch = (touch: TouchEvent): void => {
      if (isLifted) touch.preventDefault();
    };
    const onKey = (key: KeyboardEvent): void => {
      if (key.key === 'Escape') stop();
    };
    const stop = (): void => {
      clearTimeout(timer);
      controller.abort();
      setLifted(null);
      setOver(null);
    };
    const controller = new AbortController();
    const { signal } = controller;
    end.current = stop;
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointerup', onUp, { signal });
    window.addEventListener('pointercancel', stop, { signal });
    window.addEventListener('touchmove', onTouch, { signal, passive: false });
    window.addEventListener('keydown', onKey, { signal });
  }
  return { lifted, over, ghost, press };
}
