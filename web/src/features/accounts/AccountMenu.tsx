/** The selected X account, the menu to select another one, and the actions on it. */
import { UnstyledButton } from '@mantine/core';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useMenuButton } from '../../ui/buttons/useMenuButton.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { AccountChoice } from './AccountMenuItems.tsx';
import styles from './accounts.module.css';
import { XAvatar } from './XAvatar.tsx';

const AccountMenuItems = lazyDialog(async () => (await import('./AccountMenuItems.tsx')).AccountMenuItems);
const RemoveAccountDialog = lazyDialog(
  async () => (await import('./AccountMenuItems.tsx')).RemoveAccountDialog,
);

type Props = AccountChoice & {
  /** How many posts of the selected account are unpublished; undefined until known. */
  unpublished: number | undefined;
};

export function AccountMenu({ unpublished, ...choice }: Props) {
  const { selected } = choice;
  const [removing, setRemoving] = useState(false);
  const { button, menu } = useMenuButton(AccountMenuItems.preload);
  const isAlarming = selected.needs_reconnect || !selected.is_active;
  return (
    <>
      <UnstyledButton className={styles.target} {...button}>
        <XAvatar account={selected} size={24} />
        <span className={styles.name}>
          <span className="visually-hidden">X account </span>@{selected.username}
        </span>
        {isAlarming ? <TriangleAlert size={16} className={styles.alarm} aria-hidden /> : null}
        <ChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <AccountMenuItems {...choice} {...menu} onRemove={() => setRemoving(true)} />
      <RemoveAccountDialog
        account={selected}
        unpublished={unpublished}
        opened={removing}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}
