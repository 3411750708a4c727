import { useState } from 'react';

/** The keys of the selected rows; they stay selected across the pages of the list. */
export type Chosen = {
  ids: ReadonlySet<string>;
  /** The maximum number is selected. */
  isFull: boolean;
  toggle: (id: string) => void;
  /** Selects as many of these as there is room for; if all are selected or none fits, deselects them. */
  toggleAll: (ids: readonly string[]) => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
};

/** The selection of a list's rows, at most `max`. */
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
