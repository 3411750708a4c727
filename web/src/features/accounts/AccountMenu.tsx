/** The selected X account, the menu to select another one, and the actions on it. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import {
  Check,
  ChevronDown,
  Link2,
  Plus,
  Power,
  RefreshCw,
  Send,
  Trash2,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { notify } from '../../ui/toasts.ts';
import styles from './AccountMenu.module.css';
import { AccountStateText } from './AccountStateText.tsx';
import { accountState } from './account-state.rules.ts';
import { accountsStrings } from './accounts.strings.ts';
import { useAccountActions } from './useAccountActions.ts';
import { XAvatar } from './XAvatar.tsx';

const RemoveAccountDialog = lazyDialog(
  async () => (await import('./RemoveAccountDialog.tsx')).RemoveAccountDialog,
);

type Props = {
  accounts: readonly XAccount[];
  selected: XAccount;
  accountLimit: number;
  /** The person's switch over all accounts. */
  allPaused: boolean;
  timeZone: string;
  /** How many posts of the selected account are not out; undefined while that is not known. */
  unpublished: number | undefined;
  /** Connects a new account, or the given one again. */
  onConnect: (reconnect?: XAccount) => void;
  /** Asks whether to send a test tweet. */
  onTestTweet: () => void;
};

export function AccountMenu(props: Props) {
  const { accounts, selected, accountLimit, allPaused, timeZone, onConnect, onTestTweet } = props;
  const [removing, setRemoving] = useState(false);
  const actions = useAccountActions();
  const isFull = accounts.length >= accountLimit;
  const around = { accounts, limit: accountLimit, allPaused };
  const stateOf = (account: XAccount) => accountState(account, around, Date.now());
  const isAlarming = selected.needs_reconnect || !selected.is_active;
  return (
    <>
      <Menu
        position="bottom-end"
        width={280}
        shadow="md"
        withInitialFocusPlaceholder={false}
        withinPortal={false}
      >
        <Menu.Target>
          <UnstyledButton className={styles.target}>
            <XAvatar account={selected} size={24} />
            <span className={styles.name}>
              <span className="visually-hidden">X account </span>@{selected.username}
            </span>
            {isAlarming ? <TriangleAlert size={16} className={styles.alarm} aria-hidden /> : null}
            <ChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
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
              <AccountStateText state={stateOf(account)} timeZone={timeZone} />
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
          <Menu.Item leftSection={<Trash2 size={16} />} onClick={() => setRemoving(true)}>
            {accountsStrings.remove(selected.username)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveAccountDialog
        account={selected}
        unpublished={props.unpublished}
        opened={removing}
        onClose={() => setRemoving(false)}
      />
    </>
  );
}
