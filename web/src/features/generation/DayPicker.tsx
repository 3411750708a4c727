/** The days of the week as toggle buttons; at least one stays pressed. */
import { useId } from 'react';
import { weekOrder } from '../../ui/time/time.ts';
import { toggleDay } from './day-selection.rules.ts';
import styles from './generation.module.css';

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

type Props = { days: readonly number[]; onChange: (days: readonly number[]) => void };

export function DayPicker({ days, onChange }: Props) {
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
