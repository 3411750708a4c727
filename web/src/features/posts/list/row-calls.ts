import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { PointerEvent } from 'react';

/** The list's callbacks for a row. They are stable while it is on screen, so that rows need not re-render. */
export type RowCalls = {
  edit: (post: Post) => void;
  remove: (post: Post) => void;
  retry: (post: Post) => void;
  duplicate: (post: Post) => void;
  publish: (post: Post) => void;
  move: (post: Post) => void;
  /** Pauses or resumes this one post. */
  pause: (post: Post) => void;
  unfold: (post: Post) => void;
  select: (post: Post, range: boolean) => void;
  openMenu: (post: Post, button: HTMLElement) => void;
  /** Starts dragging it to another day. */
  carry: (event: PointerEvent<HTMLElement>, post: Post) => void;
};
