import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useToken } from '../../api/useToken.ts';

type SecondFactor = {
  /** The password was right, and sign-in waits for the code. */
  isAwaited: boolean;
  setAwaited: (awaited: boolean) => void;
};

const SecondFactorContext = createContext<SecondFactor>({ isAwaited: false, setAwaited: () => undefined });

/** Around the guards and all screens: the sign-in form tells it, the guards ask it. */
export function SecondFactorProvider({ children }: { children: ReactNode }) {
  const [isAwaited, setAwaited] = useState(false);
  // A session that begins has had its code. Kept, it would lead whoever signs out back to sign-in.
  if (useToken() !== null && isAwaited) setAwaited(false);
  const value = useMemo(() => ({ isAwaited, setAwaited }), [isAwaited]);
  return <SecondFactorContext value={value}>{children}</SecondFactorContext>;
}

export function useSecondFactor(): SecondFactor {
  return useContext(SecondFactorContext);
}
