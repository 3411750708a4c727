import { useLayoutEffect, useMemo, useRef } from 'react';

type Calls = Record<string, (...input: never[]) => unknown>;

/** The same functions on every render, each calling the latest version: for memoized components. */
export function useStable<T extends Calls>(calls: T): T {
  const latest = useRef(calls);
  useLayoutEffect(() => {
    latest.current = calls;
  });
  return useMemo(() => {
    const names = Object.keys(latest.current) as (keyof T)[];
    const stable = names.map((name) => [name, (...input: never[]) => latest.current[name]?.(...input)]);
    return Object.fromEntries(stable) as T;
  }, []);
}
