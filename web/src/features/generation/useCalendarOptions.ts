import type { User } from '@drumbeat/contract/users/users.ts';
import { useState, useSyncExternalStore } from 'react';
import {
  type DaySelection,
  dayChoice,
  mostPostsPerDay,
  readSelection,
  writeSelection,
} from './day-selection.rules.ts';

/** The days and the posts per day of the next calendar. */
export type CalendarOptions = DaySelection & { postsPerDay: number };

/** Posts per day, as chosen in this tab, in session storage. */
const KEY = 'postsPerDay';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setPerDay(value: number): void {
  sessionStorage.setItem(KEY, String(value));
  for (const listener of [...listeners]) listener();
}

/** The choice, at most `cap`; `cap` if none was made. */
export function usePerDay(cap: number): number {
  const chosen = Number(useSyncExternalStore(subscribe, () => sessionStorage.getItem(KEY)));
  return Number.isInteger(chosen) && chosen > 0 ? Math.min(chosen, cap) : cap;
}

/** What the person may choose and has selected; the days are kept for the session, too. */
export function useCalendarOptions(user: Pick<User, 'entitlements' | 'isInTrial'>) {
  const choice = dayChoice(user.entitlements, user.isInTrial);
  const cap = mostPostsPerDay(user.entitlements, user.isInTrial);
  const [days, setDays] = useState(() => readSelection(sessionStorage, choice));
  const postsPerDay = usePerDay(cap);

  function changeDays(selection: typeof days): void {
    writeSelection(sessionStorage, selection);
    setDays(selection);
  }
  const selected: CalendarOptions = { ...days, postsPerDay };
  return { selected, choice, cap, setPerDay, changeDays };
}
