/** The connected X account, or a list if the plan allows several. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { AccountStateText } from '../accounts/AccountStateText.tsx';
import { accountState } from '../accounts/account-state.rules.ts';
import { useAccounts } from '../accounts/accounts.query.ts';
import { ConnectModal } from '../accounts/LazyConnectModal.tsx';
import { useAccountActions } from '../accounts/useAccountActions.ts';
import { XAvatar } from '../accounts/XAvatar.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

export function AccountsCard() {
  const user = useCurrentUser();
  const query = useAccounts();
  const [connecting, setConnecting] = useState<{ reconnect: XAccount | undefined } | null>(null);
  const accounts = query.data ?? [];
  const limit = user.entitlements.accountLimit;
  const title = limit > 1 ? strings.accounts : strings.account;
  const hasRoom = query.data !== undefined && accounts.length < Math.max(1, limit);
  return (
    <Section title={title} lead={limit > 1 ? strings.accountsLead(accounts.length, limit) : undefined}>
      {query.error && !query.data ? (
        <ErrorBox
          what={strings.accountsFailed}
          message={describeError(query.error, '')}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {accounts.length > 0 ? (
        <ul className={styles.list} aria-label={title}>
          {accounts.map((account) => (
            <AccountRow
              key={account.id}
              account={account}
              accounts={accounts}
              onReconnect={() => setConnecting({ reconnect: account })}
            />
          ))}
        </ul>
      ) : null}
      {hasRoom ? (
        <div className={styles.add}>
          {accounts.length === 0 ? <p>{strings.accountNone}</p> : null}
          <Button variant="default" onClick={() => setConnecting({ reconnect: undefined })}>
            {accounts.length === 0 ? strings.accountConnect : strings.accountAdd}
          </Button>
        </div>
      ) : null}
      {connecting ? (
        <ConnectModal
          opened
          reconnect={connecting.reconnect}
          onClose={() => setConnecting(null)}
          accounts={accounts}
          accountLimit={limit}
          verified={user.emailVerifiedAt !== null}
        />
      ) : null}
    </Section>
  );
}

type RowProps = { account: XAccount; accounts: readonly XAccount[]; onReconnect: () => void };

function AccountRow({ account, accounts, onReconnect }: RowProps) {
  const { entitlements, postsPaused, timeZone } = useCurrentUser();
  const actions = useAccountActions();
  const around = { accounts, limit: entitlements.accountLimit, allPaused: postsPaused };
  return (
    <li className={styles.accountsCardRow}>
      <XAvatar account={account} size={32} />
      <div className={styles.accountsCardWords}>
        <p className={styles.accountsCardName}>@{account.username}</p>
        <AccountStateText state={accountState(account, around, Date.now())} timeZone={timeZone} />
      </div>
      {account.needs_reconnect ? <Button onClick={onReconnect}>{strings.accountReconnect}</Button> : null}
      <Button
        variant="default"
        aria-label={strings.accountDisconnect(account.username)}
        onClick={() => actions.disconnect(account)}
      >
        {strings.disconnect}
      </Button>
    </li>
  );
}
