/** Which post's menu is open, by its button, a right click, Shift+F10 or the menu key; not by long press. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { Asked } from './PostMenu.tsx';

/** The menu button at or around an element. */
function buttonAt(target: EventTarget): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const event = target.closest('[data-post-options], [data-post]');
  if (!(event instanceof HTMLElement)) return null;
  return event.dataset.postOptions ? event : event.querySelector('[data-post-options]');
}

type Calls = {
  onPickUp: (post: Post) => void;
  /** A post is hovered or focused. */
  onNear: () => void;
};

export function usePostMenu(posts: readonly Post[], { onPickUp, onNear }: Calls) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const from = useRef<HTMLElement>(null);

  function ask(button: HTMLElement, rect: Omit<Asked, 'post'>): void {
    const post = posts.find((one) => one.id === button.dataset.postOptions);
    if (!post) return;
    from.current = button;
    setAsked({ post, left: rect.left, top: rect.top, width: rect.width, height: rect.height });
  }
  const near = ({ target }: { target: EventTarget }): void => {
    if (buttonAt(target)) onNear();
  };
  const handlers = {
    onPointerOver: near,
    onFocus: near,
    onClick: (event: MouseEvent): void => {
      const button = event.target instanceof Element && event.target.closest('[data-post-options]');
      if (button instanceof HTMLElement) ask(button, button.getBoundingClientRect());
    },
    onContextMenu: (event: MouseEvent): void => {
      const button = buttonAt(event.target);
      if (!button) return;
      event.preventDefault();
      // A long press on a post picks it up instead.
      if ((event.nativeEvent as PointerEvent).pointerType === 'touch') return;
      ask(button, { left: event.clientX, top: event.clientY, width: 0, height: 0 });
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.key === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const id = buttonAt(event.target)?.dataset.postOptions;
        const post = posts.find((one) => one.id === id);
        if (post) onPickUp(post);
        return;
      }
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      const button = buttonAt(event.target);
      if (!button) return;
      event.preventDefault();
      ask(button, button.getBoundingClientRect());
    },
  };
  function close(): void {
    setAsked(null);
    from.current?.focus();
  }
  return { asked, close, handlers };
}
