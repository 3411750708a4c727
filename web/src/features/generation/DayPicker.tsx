/** The days of the week as toggle buttons; at least one stays pressed. */
import { useId } from 'react';
import styles from './DayPicker.module.css';
import { toggleDay } from './day-selection.rules.ts';

/** Monday first, as people plan; 0 is Sunday. */
const week = [
  { day: 1, name: 'Monday' },
  { day: 2, name: 'Tuesday' },
  { day: 3, name: 'Wednesday' },
  { day: 4, name: 'Thursday' },
  { day: 5, name: 'Friday' },
  { day: 6, name: 'Saturday' },
  { day: 0, name: 'Sunday' },
] as const;

type Props = { days: readonly number[]; onChange: (days: readonly number[]) => void };

export function DayPicker({ days, onChange }: Props) {
  const id = useId();
  const isLast = days.length === 1;
  return (
    <fieldset className={styles.picker} aria-describedby={id}>
      <legend className={styles.legend}>Days</legend>
      <div className={styles.days}>
        {week.map(({ day, name }) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-pressed={days.includes(day)}
            onClick={() => onChange(toggleDay(days, day))}
          >
            <span aria-hidden>{name.slice(0, 2)}</span>
            <span className="visually-hidden">{name}</span>
          </button>
        ))}
      </div>
      <p id={id} className={styles.hint}>
        {isLast ? 'Choose at least one day.' : `${days.length} days a week`}
      </p>
    </fieldset>
  );
}
