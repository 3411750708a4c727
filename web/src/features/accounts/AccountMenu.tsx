/** The selected X account, the menu to select another one, and the actions on it. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown, Link2, Plus, Power, RefreshCw, Send, TriangleAlert, Unlink } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../ui/toasts.ts';
import styles from './AccountMenu.module.css';
import { accountsStrings } from './accounts.strings.ts';
import { useAccountActions } from './useAccountActions.ts';
import { XAvatar } from './XAvatar.tsx';

type Props = {
  accounts: readonly XAccount[];
  selected: XAccount;
  accountLimit: number;
  onConnect: () => void;
  /** Resolves when the test tweet is posted or refused. */
  onTestTweet: () => Promise<void>;
};

export function AccountMenu({ accounts, selected, accountLimit, onConnect, onTestTweet }: Props) {
  const [isTesting, setTesting] = useState(false);
  const actions = useAccountActions();
  const isFull = accounts.length >= accountLimit;
  async function test(): Promise<void> {
    setTesting(true);
    await onTestTweet().finally(() => setTesting(false));
  }
  return (
    <Menu
      position="bottom-end"
      width={260}
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
          {selected.needs_reconnect || !selected.is_active ? (
            <TriangleAlert size={16} className={styles.alarm} aria-hidden />
          ) : null}
          <ChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.length > 1 ? (
          <>
            <Menu.Label>Switch account</Menu.Label>
            {accounts.map((account) => (
              <Menu.Item
                key={account.id}
                leftSection={<XAvatar account={account} size={20} />}
                rightSection={account.id === selected.id ? <Check size={16} aria-label="selected" /> : null}
                onClick={() => (account.id === selected.id ? undefined : actions.select(account))}
              >
                @{account.username}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        ) : null}
        {selected.needs_reconnect ? (
          <Menu.Item leftSection={<Link2 size={16} />} onClick={onConnect}>
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
        <Menu.Item leftSection={<Send size={16} />} onClick={() => void test()} disabled={isTesting}>
          Send a test tweet
        </Menu.Item>
        <Menu.Item leftSection={<RefreshCw size={16} />} onClick={actions.refreshPicture}>
          Refresh profile picture
        </Menu.Item>
        <Menu.Item leftSection={<Unlink size={16} />} onClick={() => actions.disconnect(selected)}>
          Disconnect @{selected.username}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
