import { useShortcuts } from '../../../ui/useShortcuts.ts';

/**
 * J and K move down and up the rows of the focused table, or else of the first one on the page; Enter opens a
 * row, and X selects it if rows are selectable.
 */
export function useRowKeys(): void {
  useShortcuts({ j: () => focusRow(1), k: () => focusRow(-1), x: chooseRow });
}

function chooseRow(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-choose]')?.click();
}

function focusRow(step: 1 | -1): void {
  const focused = document.activeElement;
  const table = focused?.closest('[data-rows]') ?? document.querySelector('[data-rows]:has([data-opener])');
  const openers = [...(table?.querySelectorAll<HTMLElement>('[data-opener]') ?? [])];
  const row = focused?.closest('tr');
  const at = openers.findIndex((opener) => opener.closest('tr') === row);
  const next = at === -1 ? openers[0] : openers[at + step];
  next?.focus();
}
