import type { User } from '@drumbeat/contract/users/users.ts';
import { useState } from 'react';
import { dayChoice, mostPostsPerDay, readSelection, writeSelection } from './day-selection.rules.ts';
import { setPerDay, usePerDay } from './per-day.ts';
import type { Wish } from './useGeneration.ts';

/** The options of a generation: posts per day, and the days, which are kept for the session. */
export function useWish(user: Pick<User, 'entitlements' | 'isInTrial'>) {
  const choice = dayChoice(user.entitlements, user.isInTrial);
  const cap = mostPostsPerDay(user.entitlements, user.isInTrial);
  const [days, setDays] = useState(() => readSelection(sessionStorage, choice));
  const postsPerDay = usePerDay(cap);

  function changeDays(selection: typeof days): void {
    writeSelection(sessionStorage, selection);
    setDays(selection);
  }
  const wish: Wish = { ...days, postsPerDay };
  return { wish, choice, cap, setPerDay, changeDays };
}
