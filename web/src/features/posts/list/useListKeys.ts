import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { RefObject } from 'react';
import type { Shortcut } from '../../../ui/dialogs/ShortcutSheet.tsx';
import { useShortcuts } from '../../../ui/useShortcuts.ts';

/** The keyboard shortcuts of the dashboard. */
export const shortcuts: readonly Shortcut[] = [
  [['J'], 'Next post'],
  [['K'], 'Previous post'],
  [['E'], 'Edit the post in focus'],
  [['X'], 'Select the post in focus; hold Shift on a checkbox for a range'],
  [['H'], 'Show its full text and history'],
  [['N'], 'Write a new post'],
  [['/'], 'Search posts'],
  [['Ctrl or ⌘', 'Enter'], 'Save or schedule what you are writing'],
  [['Esc'], 'Close, and keep what you typed as a draft'],
  [['?'], 'This list'],
];

type Acts = { edit: (post: Post) => void; select: (post: Post) => void; unfold: (post: Post) => void };

const rowsOf = (table: HTMLElement | null): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-post]') ?? []),
];

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('tr[data-post]') ?? null;
}

/** J and K move between posts; E, X and H act on the focused one. */
export function useListKeys(
  table: RefObject<HTMLTableElement | null>,
  posts: readonly Post[],
  acts: Acts,
): void {
  function step(by: 1 | -1): void {
    const rows = rowsOf(table.current);
    const row = currentRow();
    const at = row ? rows.indexOf(row) : -1;
    const next = at < 0 ? rows[0] : rows[at + by];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }
  function onCurrent(act: (post: Post) => void): void {
    const id = currentRow()?.dataset.post;
    const post = posts.find((one) => one.id === id);
    if (post) act(post);
  }
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => onCurrent(acts.edit),
    x: () => onCurrent(acts.select),
    h: () => onCurrent(acts.unfold),
  });
}
