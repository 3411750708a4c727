import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import {
  days,
  type ExampleStatus,
  hours,
  isFilled,
  isShown,
  LAST_BEAT,
  listAt,
  posts,
  statesOf,
  statusAt,
} from './example-week.ts';
import { strings } from './landing.strings.ts';
import styles from './sections.module.css';

function Calendar({ beat }: { beat: number }) {
  return (
    <ol className={styles.calendar} aria-hidden>
      {days.map((day, dayIndex) => (
        <li key={day} className={styles.day}>
          <span className={styles.dayName}>{day}</span>
          {hours.map((hour, hourIndex) => {
            const slot = dayIndex * hours.length + hourIndex;
            return (
              <span
                key={hour}
                className={styles.event}
                data-slot
                data-filled={isFilled(slot, beat)}
                data-status={statusAt(slot, beat)}
              >
                {hour}
              </span>
            );
          })}
        </li>
      ))}
    </ol>
  );
}

/** A badge for every state of a post; all except the current one are hidden. */
function Badges({ of, now }: { of: readonly ExampleStatus[]; now: ExampleStatus | undefined }) {
  return of.map((status) => (
    <span key={status} data-badge={status} hidden={status !== now}>
      <StatusBadge status={status} />
    </span>
  ));
}

/**
 * The product's calendar filling up: fourteen slots, then one post is published (`playWeek`). Without a
 * script it shows the final state. The layout never moves.
 */
export function ExampleWeek() {
  const beat = LAST_BEAT;
  const states = listAt(beat);
  return (
    <figure className={styles.week}>
      <figcaption className={styles.caption}>
        <strong>{strings.example}</strong>
        <span className="tabular">14 posts, Mon–Sun, 09:00 and 18:00</span>
      </figcaption>
      <Calendar beat={beat} />
      <ul className={styles.posts}>
        {posts.map((post, index) => (
          <li key={post.id} className={styles.post} data-example data-shown={isShown(index, beat)}>
            <div className={styles.meta}>
              <span className="tabular">{post.when}</span>
              <Badges of={statesOf(index)} now={states[index]} />
            </div>
            <p>{post.text}</p>
          </li>
        ))}
      </ul>
    </figure>
  );
}
