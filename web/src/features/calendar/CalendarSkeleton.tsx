import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import styles from './calendar.module.css';
import type { Span } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';

const cells = Array.from({ length: 42 }, (_, index) => index);

/** The outline of a month while posts or code are loading. */
export function CalendarSkeleton() {
  return (
    <Skeletons label={calendarStrings.loading}>
      <div className={styles.calendarSkeletonBar}>
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

const columns = { month: 7, week: 7, day: 1 } as const satisfies Record<Span, number>;

/** Placeholders over a visible calendar while past posts are loading. */
export function CalendarVeil({ span, isLoading }: { span: Span; isLoading: boolean }) {
  if (!isLoading) return null;
  const rows = span === 'month' ? 6 : 4;
  const shapes = Array.from({ length: rows * columns[span] }, (_, index) => index);
  return (
    <div className={styles.veil} data-veil data-span={span}>
      <Skeletons label={calendarStrings.loadingPosts}>
        <div className={styles.shapes}>
          {shapes.map((shape) => (
            <span key={shape}>{shape % 3 === 2 ? null : <Skeleton height={18} />}</span>
          ))}
        </div>
      </Skeletons>
    </div>
  );
}
