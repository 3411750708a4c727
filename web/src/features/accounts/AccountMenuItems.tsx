import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { Menu } from '@mantine/core';
import { Check, Link2, Plus, Power, RefreshCw, Send, Trash2, Unlink } from 'lucide-react';
import { MenuAt } from '../../ui/buttons/MenuAt.tsx';
import type { OpenedMenu } from '../../ui/buttons/useMenuButton.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { AccountStateText } from './AccountStateText.tsx';
import { accountState } from './account-state.rules.ts';
import styles from './accounts.module.css';
import { accountsStrings } from './accounts.strings.ts';
import { useAccountActions, useRemoveAccount } from './useAccountActions.ts';
import { XAvatar } from './XAvatar.tsx';

export type AccountChoice = {
  accounts: readonly XAccount[];
  selected: XAccount;
  accountLimit: number;
  /** Whether the person paused all accounts. */
  allPaused: boolean;
  timeZone: string;
  /** Connects a new account, or reconnects the given one. */
  onConnect: (reconnect?: XAccount) => void;
  /** Opens the confirmation for a test tweet. */
  onTestTweet: () => void;
};

type Props = AccountChoice & OpenedMenu & { onRemove: () => void };

/** Every account with its state, and the actions on the selected one. */
export function AccountMenuItems(props: Props) {
  const { accounts, selected, accountLimit, allPaused, timeZone, onConnect, onTestTweet, onRemove } = props;
  const { id, opened, button, onClose } = props;
  const actions = useAccountActions();
  const isFull = accounts.length >= accountLimit;
  const around = { accounts, limit: accountLimit, allPaused };
  return (
    <MenuAt {...{ id, opened, button, onClose }} width={280} position="bottom-start" withinPortal={false}>
      <Menu.Label>{accounts.length > 1 ? 'Switch account' : 'X account'}</Menu.Label>
      {accounts.map((account) => (
        <Menu.Item
          key={account.id}
          className={styles.item ?? ''}
          leftSection={<XAvatar account={account} size={24} />}
          rightSection={
            account.id === selected.id && accounts.length > 1 ? (
              <Check size={16} aria-label="selected" />
            ) : null
          }
          onClick={() => (account.id === selected.id ? undefined : actions.select(account))}
        >
          <span className={styles.account}>@{account.username}</span>
          <AccountStateText state={accountState(account, around, Date.now())} timeZone={timeZone} />
        </Menu.Item>
      ))}
      <Menu.Divider />
      {selected.needs_reconnect ? (
        <Menu.Item leftSection={<Link2 size={16} />} onClick={() => onConnect(selected)}>
          Reconnect @{selected.username}
        </Menu.Item>
      ) : null}
      {selected.is_active ? null : (
        <Menu.Item leftSection={<Power size={16} />} onClick={() => actions.switchOn(selected)}>
          Switch on @{selected.username}
        </Menu.Item>
      )}
      {accountLimit > 1 ? (
        <Menu.Item
          leftSection={<Plus size={16} />}
          onClick={() => (isFull ? notify.error(accountsStrings.limitReached) : onConnect())}
        >
          Add X account
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<Send size={16} />} onClick={onTestTweet}>
        Send a test tweet
      </Menu.Item>
      <Menu.Item leftSection={<RefreshCw size={16} />} onClick={actions.refreshPicture}>
        Refresh profile picture
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<Unlink size={16} />} onClick={() => actions.disconnect(selected)}>
        Disconnect @{selected.username}
      </Menu.Item>
      <Menu.Item leftSection={<Trash2 size={16} />} onClick={onRemove}>
        {accountsStrings.remove(selected.username)}
      </Menu.Item>
    </MenuAt>
  );
}

type RemoveProps = {
  account: XAccount;
  /** How many posts would be deleted; undefined until known. */
  unpublished: number | undefined;
  opened: boolean;
  onClose: () => void;
};

/** Asks for confirmation before an account is removed, and names what is lost with it. */
export function RemoveAccountDialog({ account, unpublished, opened, onClose }: RemoveProps) {
  const remove = useRemoveAccount();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={accountsStrings.removeTitle(account.username)}
      confirmLabel={accountsStrings.removeConfirm}
      cancelLabel={accountsStrings.removeKeep}
      onConfirm={() => remove.mutateAsync(account)}
    >
      <p>{accountsStrings.removeLoss(unpublished)}</p>
      <p>{accountsStrings.removeRest}</p>
      {remove.error ? <p role="alert">{accountsStrings.removeFailed}</p> : null}
    </ConfirmDialog>
  );
}
