import { Checkbox, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { Shortcut } from '../../ui/dialogs/ShortcutSheet.tsx';
import { useShortcuts } from '../../ui/useShortcuts.ts';
import { setSensitive, useSensitive, useSensitiveScreen } from '../console/sensitive.ts';
import styles from './admin.module.css';

const SearchPalette = lazyDialog(async () => (await import('./search/SearchPalette.tsx')).SearchPalette, {
  what: 'The search could not be loaded.',
});
const ShortcutSheet = lazyDialog(
  async () => (await import('../../ui/dialogs/ShortcutSheet.tsx')).ShortcutSheet,
);

const shortcuts: readonly Shortcut[] = [
  [['Ctrl or ⌘', 'K'], 'Search, or go to a section'],
  [['/'], 'The same'],
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['Enter'], 'Open the row in focus'],
  [['X'], 'Select the row in focus'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This list'],
];

/**
 * J and K move down and up the rows of the focused table, or else of the first one on the page; Enter opens a
 * row, and X selects it if rows are selectable.
 */
function useRowKeys(): void {
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

/** The top bar of every staff page: search, keyboard shortcuts, and the switch for sensitive data. */
export function StaffBar() {
  const [isSearching, setSearching] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const search = () => setSearching(true);
  useHotkeys([['mod + K', search]], []);
  useShortcuts({ '/': search, '?': () => setHelping(true) });
  useRowKeys();
  return (
    <div className={styles.bar} data-wide>
      <UnstyledButton className={styles.search} onClick={search} {...SearchPalette.near}>
        <Search size={16} aria-hidden />
        <span className={styles.words}>Search</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </UnstyledButton>
      <SensitiveToggle />
      <SearchPalette opened={isSearching} onClose={() => setSearching(false)} />
      <ShortcutSheet shortcuts={shortcuts} opened={isHelping} onClose={() => setHelping(false)} />
    </div>
  );
}

/** Shows addresses and provider ids on the current screen; leaving it hides them again. */
function SensitiveToggle() {
  const screen = useSensitiveScreen();
  const isShown = useSensitive() === 'true';
  useEffect(() => () => setSensitive(null), []);
  return (
    <Checkbox
      label={isShown ? 'Hide sensitive data' : 'Show sensitive data'}
      checked={isShown}
      onChange={(event) => setSensitive(event.currentTarget.checked ? screen : null)}
    />
  );
}
