/** Shown before the popup: what will happen, and what to do if it fails. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { Button } from '@mantine/core';
import { AppWindow, LogIn, ShieldCheck } from 'lucide-react';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { accountsStrings } from './accounts.strings.ts';
import styles from './ConnectModal.module.css';
import { useConnectX } from './useConnectX.ts';

type Props = { opened: boolean; onClose: () => void; accounts: readonly XAccount[]; verified: boolean };

const icons = [AppWindow, LogIn, ShieldCheck];

export function ConnectModal({ opened, onClose, accounts, verified }: Props) {
  const { busy, begin, cancel } = useConnectX(accounts, verified, onClose);
  function close(): void {
    if (busy) cancel();
    else onClose();
  }
  const footer = (
    <>
      <Button variant="default" onClick={close}>
        Cancel
      </Button>
      <LoadingButton loading={busy} loadingLabel={accountsStrings.connecting} onClick={begin} data-autofocus>
        {accountsStrings.continue}
      </LoadingButton>
    </>
  );
  return (
    <Dialog opened={opened} onClose={close} title={accountsStrings.modalTitle} footer={footer}>
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
        {busy
          ? 'Waiting for you to authorize Drumbeat in the popup.'
          : 'Drumbeat can then post for you. You can disconnect at any time.'}
      </p>
    </Dialog>
  );
}
