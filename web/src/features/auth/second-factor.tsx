import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useToken } from '../../api/useToken.ts';

type SecondFactor = {
  /** The password was accepted, and sign-in waits for the code. */
  isAwaited: boolean;
  setAwaited: (awaited: boolean) => void;
};

const SecondFactorContext = createContext<SecondFactor>({ isAwaited: false, setAwaited: () => undefined });

/** Wraps the guards and all screens: the sign-in form sets it, the guards read it. */
export function SecondFactorProvider({ children }: { children: ReactNode }) {
  const [isAwaited, setAwaited] = useState(false);
  // Once a session starts, the code was given. If kept, it would redirect to sign-in after the next sign-out.
  if (useToken() !== null && isAwaited) setAwaited(false);
  const value = useMemo(() => ({ isAwaited, setAwaited }), [isAwaited]);
  return <SecondFactorContext value={value}>{children}</SecondFactorContext>;
}

export function useSecondFactor(): SecondFactor {
  return useContext(SecondFactorContext);
}
