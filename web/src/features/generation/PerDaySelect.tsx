/** Posts per day in the next calendar, below the posts; plain text if the plan offers no choice. */
import type { User } from '@drumbeat/contract/users/users.ts';
import { NativeSelect } from '@mantine/core';
import { mostPostsPerDay } from './day-selection.rules.ts';
import styles from './generation.module.css';
import { setPerDay, usePerDay } from './useCalendarOptions.ts';

export function PerDaySelect({ user }: { user: Pick<User, 'entitlements' | 'isInTrial'> }) {
  const cap = mostPostsPerDay(user.entitlements, user.isInTrial);
  const perDay = usePerDay(cap);
  if (user.isInTrial) return <p className={styles.line}>{cap} posts per day during your trial</p>;
  if (cap === 1) return <p className={styles.line}>1 post per day on your plan</p>;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the select in it
    <label className={styles.line}>
      Posts per day in your next calendar
      <NativeSelect
        size="sm"
        className={styles.select ?? ''}
        data={Array.from({ length: cap }, (_, index) => String(index + 1))}
        value={String(perDay)}
        onChange={(event) => setPerDay(Number(event.currentTarget.value))}
      />
    </label>
  );
}
