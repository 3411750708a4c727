/** Shown before the popup: what will happen, what to do if it fails, and why the last attempt failed. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { Button } from '@mantine/core';
import { AppWindow, LogIn, ShieldCheck } from 'lucide-react';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { AutomationChecklist } from './AutomationChecklist.tsx';
import styles from './accounts.module.css';
import { accountsStrings } from './accounts.strings.ts';
import { ConnectProblem } from './ConnectProblem.tsx';
import { useConnectX } from './useConnectX.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  accounts: readonly XAccount[];
  accountLimit: number;
  verified: boolean;
  /** The account to reconnect; undefined to connect a new one. */
  reconnect: XAccount | undefined;
};

const icons = [AppWindow, LogIn, ShieldCheck];

export function ConnectModal(props: Props) {
  const { opened, onClose, accounts, verified, reconnect } = props;
  const { busy, problem, begin, beginHere, cancel, forget } = useConnectX(leave);
  function leave(): void {
    forget();
    onClose();
  }
  const connect = (which: XAccount | undefined): void => begin({ accounts, verified, reconnect: which?.id });
  const footer = (
    <>
      <Button variant="default" onClick={busy ? cancel : leave}>
        Cancel
      </Button>
      <LoadingButton
        loading={busy}
        loadingLabel={accountsStrings.connecting}
        onClick={() => connect(reconnect)}
        data-autofocus
      >
        {accountsStrings.continue}
      </LoadingButton>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={busy ? cancel : leave}
      title={accountsStrings.modalTitle}
      footer={problem?.other ? null : footer}
    >
      <ConnectProblem
        problem={problem}
        asked={reconnect}
        hasRoom={accounts.length < props.accountLimit}
        onHere={() => beginHere(reconnect?.id)}
        onAgain={() => connect(reconnect)}
        onAdd={() => connect(undefined)}
        onClose={leave}
      />
      {problem?.other ? null : (
        <>
          <ul className={styles.steps}>
            {accountsStrings.modalWarning.map((line, index) => {
              const Icon = icons[index] ?? AppWindow;
              return (
                <li key={line}>
                  <Icon size={18} aria-hidden />
                  <span>{line}</span>
                </li>
              );
            })}
          </ul>
          <p className={styles.note} role="status">
            {busy ? accountsStrings.waiting : null}
            {busy || !reconnect ? null : accountsStrings.signInAs(reconnect.username)}
            {busy || reconnect ? null : accountsStrings.promise}
          </p>
          {reconnect ? null : <AutomationChecklist />}
        </>
      )}
    </Dialog>
  );
}
