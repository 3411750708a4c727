import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import styles from './CalendarSkeleton.module.css';
import { calendarStrings } from './calendar.strings.ts';

const cells = Array.from({ length: 42 }, (_, index) => index);

/** The outline of a month while posts or code are on their way. */
export function CalendarSkeleton() {
  return (
    <Skeletons label={calendarStrings.loading}>
      <div className={styles.bar}>
        <Skeleton width={168} height={26} />
        <Skeleton width={200} height={34} />
      </div>
      <div className={styles.month}>
        {cells.map((cell) => (
          <div key={cell} className={styles.cell}>
            <Skeleton width={20} height={16} />
            {cell % 7 < 5 ? <Skeleton height={20} /> : null}
          </div>
        ))}
      </div>
    </Skeletons>
  );
}
