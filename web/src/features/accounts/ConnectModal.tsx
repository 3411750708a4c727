import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { Button } from '@mantine/core';
import { AppWindow, CircleAlert, LogIn, ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { dismissBanner, useDismissed } from '../../ui/feedback/dismissed.ts';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import styles from './accounts.module.css';
import { accountsStrings, automation } from './accounts.strings.ts';
import type { Explained } from './connect-calls.ts';
import { type Attempt, Connector } from './connector.ts';

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

/** Shown before the popup: what will happen, what to do if it fails, and why the last attempt failed. */
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

type Connecting = {
  busy: boolean;
  /** Why the last attempt connected nothing. */
  problem: Explained | null;
  begin: (attempt: Attempt) => void;
  beginHere: (reconnect: string | undefined) => void;
  cancel: () => void;
  forget: () => void;
};

/** The state of connecting X in one dialog; closing the dialog ends a running attempt. */
function useConnectX(onConnected: () => void): Connecting {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Explained | null>(null);
  const [connector, setConnector] = useState<Connector | null>(null);
  const connected = useEffectEvent(onConnected);
  useEffect(() => {
    const made = new Connector({
      onBusy: setBusy,
      onConnected: () => connected(),
      onProblem: setProblem,
    });
    setConnector(made);
    return () => made.cancel();
  }, []);
  return {
    busy,
    problem,
    begin: (attempt) => connector?.begin(attempt),
    beginHere: (reconnect) => void connector?.beginHere(reconnect),
    cancel: () => connector?.cancel(),
    forget: () => setProblem(null),
  };
}

type ProblemProps = {
  problem: Explained | null;
  asked: XAccount | undefined;
  hasRoom: boolean;
  onHere: () => void;
  onAgain: () => void;
  onAdd: () => void;
  onClose: () => void;
};

/** Why nothing was connected and what to do about it; stays in the dialog until it is resolved. */
function ConnectProblem({ problem, asked, hasRoom, onHere, onAgain, onAdd, onClose }: ProblemProps) {
  if (!problem) return null;
  const { other } = problem;
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert size={20} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.what}>{problem.text}</p>
        {other && asked ? <p>{otherText(other, asked.username)}</p> : null}
        {other && !other.isConnected && !hasRoom ? <p>{accountsStrings.otherFull}</p> : null}
        {problem.isBlocked ? (
          <Button variant="default" onClick={onHere}>
            {accountsStrings.openHere}
          </Button>
        ) : null}
        {other && asked ? (
          <div className={styles.choices}>
            <Button onClick={onAgain}>{accountsStrings.tryAgain(asked.username)}</Button>
            {hasRoom && !other.isConnected ? (
              <Button variant="default" onClick={onAdd}>
                {accountsStrings.addOther(other.username)}
              </Button>
            ) : null}
            <Button variant="subtle" onClick={onClose}>
              Close
            </Button>
          </div>
        ) : null}
        <RequestId id={problem.requestId} />
      </div>
    </div>
  );
}

function otherText(other: NonNullable<Explained['other']>, asked: string): string {
  return other.isConnected
    ? accountsStrings.otherIsConnected(other.username, asked)
    : accountsStrings.otherRemoved(other.username, asked);
}

const CHECKLIST_ID = 'automation-checklist';

/** X's rules for automated accounts: shown once an account is connected, until dismissed. */
function AutomationChecklist() {
  if (useDismissed(CHECKLIST_ID)) return null;
  return (
    <section className={styles.card} aria-label={automation.title}>
      <h3 className={styles.title}>{automation.title}</h3>
      <ul className={styles.list}>
        {automation.asks.map(([what, how]) => (
          <li key={what}>
            <strong>{what}</strong> {how}
          </li>
        ))}
      </ul>
      <p className={styles.end}>
        <a href={automation.rules} target="_blank" rel="noreferrer">
          {automation.read}
        </a>
        <TextButton onClick={() => dismissBanner(CHECKLIST_ID)}>{automation.dismiss}</TextButton>
      </p>
    </section>
  );
}
