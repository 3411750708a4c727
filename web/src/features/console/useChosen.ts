import { useState } from 'react';

/** Rows that were chosen, by their keys; they stay chosen on other pages of the list. */
export type Chosen = {
  ids: ReadonlySet<string>;
  /** As many are chosen as can be. */
  isFull: boolean;
  toggle: (id: string) => void;
  /** Chooses all of these that there is room for; if every one is chosen already, none of them any more. */
  toggleAll: (ids: readonly string[]) => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
};

/** Which rows of a list are chosen, `max` of them at most. */
export function useChosen(max: number): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const without = (some: readonly string[]) => (before: ReadonlySet<string>) =>
    new Set([...before].filter((id) => !some.includes(id)));
  const withAll = (some: readonly string[]) => (before: ReadonlySet<string>) =>
    new Set([...new Set([...before, ...some])].slice(0, max));
  return {
    ids,
    isFull: ids.size >= max,
    toggle: (id) => setIds(ids.has(id) ? without([id]) : withAll([id])),
    toggleAll: (page) => {
      const isEvery = page.every((id) => ids.has(id));
      const isStuck = ids.size >= max && page.some((id) => ids.has(id));
      setIds(isEvery || isStuck ? without(page) : withAll(page));
    },
    drop: (some) => setIds(without(some)),
    clear: () => setIds(new Set()),
  };
}
