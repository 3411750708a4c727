import type { Post } from '@drumbeat/contract/posts.ts';
import type { PointerEvent } from 'react';

/** What a row asks of the list. The functions stay the same while it is on screen, so that rows are drawn once. */
export type RowCalls = {
  edit: (post: Post) => void;
  remove: (post: Post) => void;
  retry: (post: Post) => void;
  duplicate: (post: Post) => void;
  publish: (post: Post) => void;
  move: (post: Post) => void;
  /** Pauses this one post, or resumes it. */
  pause: (post: Post) => void;
  unfold: (post: Post) => void;
  select: (post: Post, range: boolean) => void;
  openMenu: (post: Post, button: HTMLElement) => void;
  /** Picks it up, to carry it to another day. */
  carry: (event: PointerEvent<HTMLElement>, post: Post) => void;
};
