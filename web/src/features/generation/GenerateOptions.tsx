/** The choice of posts per day and of the days. */
import type { User } from '@drumbeat/contract/users/users.ts';
import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { DayPicker } from './DayPicker.tsx';
import { ALL_DAYS, trialPosts, WEEKDAYS } from './day-selection.rules.ts';
import styles from './generation.module.css';
import type { useWish } from './useWish.ts';

type Props = ReturnType<typeof useWish> & {
  user: Pick<User, 'isInTrial'>;
  /** How many posts already exist. */
  already: number;
};

function PerDay({ value, cap, fixed, onChange }: PerDayProps) {
  const id = useId();
  const values = Array.from({ length: cap }, (_, index) => String(index + 1));
  if (fixed || cap === 1) {
    return (
      <Field label="Posts per day">
        <p className={styles.fixed}>{fixed ? `${value}, fixed during your trial` : '1, set by your plan'}</p>
      </Field>
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
    <Field label="Posts per day" id={id}>
      <SegmentedControl
        aria-labelledby={id}
        data={values}
        value={String(value)}
        onChange={(text) => onChange(Number(text))}
        classNames={{ control: styles.segment ?? '' }}
      />
    </Field>
  );
}
type PerDayProps = { value: number; cap: number; fixed: boolean; onChange: (value: number) => void };

function Field({ label, id, children }: { label: string; id?: string; children: ReactNode }) {
  return (
    <div>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {children}
    </div>
  );
}

function weekendWords(skips: boolean, trial: { already: number } | null): string {
  if (trial) {
    const count = trialPosts(skips, trial.already);
    const more = trial.already > 0 ? ' more' : '';
    const noun = count === 1 ? 'post' : 'posts';
    return `You'll get ${count}${more} ${noun}, ${skips ? 'Monday to Friday' : 'weekends included'}.`;
  }
  return skips ? 'Posts go out Monday to Friday.' : 'Posts go out every day.';
}

export function GenerateOptions({ user, already, wish, choice, cap, setPerDay, changeDays }: Props) {
  return (
    <div className={styles.options}>
      <PerDay value={wish.postsPerDay} cap={cap} fixed={user.isInTrial} onChange={setPerDay} />
      {choice === 'weekends' ? (
        <Switch
          label="Skip weekends"
          description={weekendWords(wish.skipWeekends, user.isInTrial ? { already } : null)}
          checked={wish.skipWeekends}
          onChange={(event) => {
            const skipWeekends = event.currentTarget.checked;
            changeDays({ skipWeekends, allowedDays: skipWeekends ? WEEKDAYS : ALL_DAYS });
          }}
          size="md"
          classNames={{
            root: styles.switch ?? '',
            label: styles.label ?? '',
            description: styles.generateOptionsHint ?? '',
          }}
        />
      ) : null}
      {choice === 'days' ? (
        <DayPicker
          days={wish.allowedDays}
          onChange={(allowedDays) => changeDays({ skipWeekends: false, allowedDays })}
        />
      ) : null}
      {choice === 'none' ? (
        <Field label="Days">
          <p className={styles.fixed}>Monday, Wednesday and Friday, set by your plan</p>
        </Field>
      ) : null}
    </div>
  );
}
