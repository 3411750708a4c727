import { useEffect, useEffectEvent, useState } from 'react';
import type { Explained } from './connect-calls.ts';
import { type Attempt, Connector } from './connector.ts';

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
export function useConnectX(onConnected: () => void): Connecting {
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
