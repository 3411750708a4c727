/** How many posts a day, and on which days. */
import type { User } from '@drumbeat/contract/users.ts';
import { Input, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { useId } from 'react';
import { DayPicker } from './DayPicker.tsx';
import { ALL_DAYS, trialPosts, WEEKDAYS } from './day-selection.rules.ts';
import styles from './GenerateOptions.module.css';
import type { useWish } from './useWish.ts';

type Props = ReturnType<typeof useWish> & { user: Pick<User, 'isInTrial'> };

function PerDay({ value, cap, fixed, onChange }: PerDayProps) {
  const id = useId();
  const values = Array.from({ length: cap }, (_, index) => String(index + 1));
  if (fixed || cap === 1) {
    return (
      <Input.Wrapper label="Posts per day" labelElement="div">
        <p className={styles.fixed}>{fixed ? `${value}, fixed in your trial` : '1, as your plan has it'}</p>
      </Input.Wrapper>
    );
  }
  if (cap > 6) {
    return (
      <NativeSelect
        label="Posts per day"
        data={values}
        value={String(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    );
  }
  return (
    <Input.Wrapper label="Posts per day" labelElement="div" labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        data={values}
        value={String(value)}
        onChange={(text) => onChange(Number(text))}
        className={styles.segments ?? ''}
      />
    </Input.Wrapper>
  );
}
type PerDayProps = { value: number; cap: number; fixed: boolean; onChange: (value: number) => void };

function weekendWords(isInTrial: boolean, skips: boolean): string {
  if (isInTrial) {
    const count = trialPosts(skips);
    return skips
      ? `${count} posts are scheduled, Monday to Friday.`
      : `${count} posts are scheduled, weekends included.`;
  }
  return skips ? 'Posts go out Monday to Friday.' : 'Posts go out every day.';
}

export function GenerateOptions({ user, wish, choice, cap, setPerDay, changeDays }: Props) {
  return (
    <div className={styles.options}>
      <PerDay value={wish.postsPerDay} cap={cap} fixed={user.isInTrial} onChange={setPerDay} />
      {choice === 'weekends' ? (
        <Switch
          label="Skip weekends"
          description={weekendWords(user.isInTrial, wish.skipWeekends)}
          checked={wish.skipWeekends}
          onChange={(event) => {
            const skipWeekends = event.currentTarget.checked;
            changeDays({ skipWeekends, allowedDays: skipWeekends ? WEEKDAYS : ALL_DAYS });
          }}
          className={styles.switch ?? ''}
        />
      ) : null}
      {choice === 'days' ? (
        <DayPicker
          days={wish.allowedDays}
          onChange={(allowedDays) => changeDays({ skipWeekends: false, allowedDays })}
        />
      ) : null}
      {choice === 'none' ? (
        <Input.Wrapper label="Days" labelElement="div">
          <p className={styles.fixed}>Monday, Wednesday and Friday, as your plan has it</p>
        </Input.Wrapper>
      ) : null}
    </div>
  );
}
