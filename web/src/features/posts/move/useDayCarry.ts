/** Drags a post to another day, by long press or with the mouse. Days are elements with `data-day`. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** How long a press by touch must last to pick up a post. */
const REST_MS = 400;
/** Moving further than this (px) before that scrolls by touch, and picks up by mouse. */
const SLACK = 8;
/** How close to the window's edge (px) the page scrolls, and how far per frame. */
const EDGE = 64;
const STEP = 8;

/** The day at a point in the window. */
function dayAt({ x, y }: Point): string | null {
  const day = document.elementFromPoint(x, y)?.closest('[data-day]');
  return day instanceof HTMLElement ? (day.dataset.day ?? null) : null;
}

type Point = { x: number; y: number };

/** The dragged post, the day it is over, and the element that follows the pointer. `onDrop` gets both. */
export function useDayCarry(onDrop: (post: Post, day: string) => unknown) {
  const [lifted, setLifted] = useState<Post | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  function press(event: ReactPointerEvent<HTMLElement>, post: Post): void {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    end.current?.();
    const isTouch = event.pointerType !== 'mouse';
    const start = { x: event.clientX, y: event.clientY };
    let point = start;
    let isLifted = false;
    let frame = 0;
    /** Renders the post at the pointer, and scrolls near the edge. */
    const draw = (): void => {
      if (ghost.current) ghost.current.style.transform = `translate(${point.x + 12}px, ${point.y - 52}px)`;
      if (point.y < EDGE) window.scrollBy(0, -STEP);
      else if (point.y > window.innerHeight - EDGE) window.scrollBy(0, STEP);
      setOver(dayAt(point));
      frame = requestAnimationFrame(draw);
    };
    const lift = (): void => {
      isLifted = true;
      setLifted(post);
      frame = requestAnimationFrame(draw);
    };
    const timer = isTouch ? setTimeout(lift, REST_MS) : undefined;
    const onMove = (move: PointerEvent): void => {
      point = { x: move.clientX, y: move.clientY };
      if (isLifted || Math.hypot(point.x - start.x, point.y - start.y) <= SLACK) return;
      if (isTouch) stop();
      else lift();
    };
    const onUp = (up: PointerEvent): void => {
      const day = isLifted ? dayAt({ x: up.clientX, y: up.clientY }) : null;
      stop();
      if (day) onDrop(post, day);
    };
    // While dragging, the page must not scroll under the finger.
    const onTouch = (touch: TouchEvent): void => {
      if (isLifted) touch.preventDefault();
    };
    const onKey = (key: KeyboardEvent): void => {
      if (key.key === 'Escape') stop();
    };
    const stop = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
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
