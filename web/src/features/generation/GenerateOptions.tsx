/** The choice of posts per day and of the days. */
import type { User } from '@drumbeat/contract/users/users.ts';
import { NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { weekOrder } from '../../ui/time/time.ts';
import { ALL_DAYS, toggleDay, trialPosts, WEEKDAYS } from './day-selection.rules.ts';
import styles from './generation.module.css';
import type { useCalendarOptions } from './useCalendarOptions.ts';

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

type DayPickerProps = { days: readonly number[]; onChange: (days: readonly number[]) => void };

/** The days of the week as toggle buttons; at least one stays pressed. */
function DayPicker({ days, onChange }: DayPickerProps) {
  const id = useId();
  const isLast = days.length === 1;
  return (
    <fieldset className={styles.picker} aria-describedby={id}>
      <legend className={styles.legend}>Days</legend>
      <div className={styles.days}>
        {weekOrder().map((day) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-pressed={days.includes(day)}
            onClick={() => onChange(toggleDay(days, day))}
          >
            <span aria-hidden>{names[day].slice(0, 2)}</span>
            <span className="visually-hidden">{names[day]}</span>
          </button>
        ))}
      </div>
      <p id={id} className={styles.dayPickerHint}>
        {isLast ? 'Choose at least one day.' : `${days.length} days a week`}
      </p>
    </fieldset>
  );
}

type Props = ReturnType<typeof useCalendarOptions> & {
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

export function GenerateOptions({ user, already, selected, choice, cap, setPerDay, changeDays }: Props) {
  return (
    <div className={styles.options}>
      <PerDay value={selected.postsPerDay} cap={cap} fixed={user.isInTrial} onChange={setPerDay} />
      {choice === 'weekends' ? (
        <Switch
          label="Skip weekends"
          description={weekendWords(selected.skipWeekends, user.isInTrial ? { already } : null)}
          checked={selected.skipWeekends}
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
          days={selected.allowedDays}
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
