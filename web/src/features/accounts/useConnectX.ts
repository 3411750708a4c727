import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Connector } from './connector.ts';

type Connecting = { busy: boolean; begin: () => void; cancel: () => void };

/** Connecting X, for one dialog; closing the dialog ends a running attempt. */
export function useConnectX(
  accounts: readonly XAccount[],
  verified: boolean,
  onConnected: () => void,
): Connecting {
  const [busy, setBusy] = useState(false);
  const [connector, setConnector] = useState<Connector | null>(null);
  const connected = useEffectEvent(onConnected);
  useEffect(() => {
    const made = new Connector({ onBusy: setBusy, onConnected: () => connected() });
    setConnector(made);
    return () => made.cancel();
  }, []);
  return {
    busy,
    begin: () => connector?.begin(accounts, verified),
    cancel: () => connector?.cancel(),
  };
}
