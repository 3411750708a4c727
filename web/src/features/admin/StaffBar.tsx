import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { Shortcut } from '../../ui/dialogs/ShortcutSheet.tsx';
import { useShortcuts } from '../../ui/useShortcuts.ts';
import { useRowKeys } from '../console/list/useRowKeys.ts';
import { SensitiveToggle } from '../console/SensitiveToggle.tsx';
import styles from './StaffBar.module.css';

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
