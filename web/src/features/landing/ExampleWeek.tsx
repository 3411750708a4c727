import { useEffect, useState } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import styles from './ExampleWeek.module.css';
import { days, hours, isFilled, LAST_BEAT, listAt, posts, SLOTS, statusAt } from './example-week.ts';
import { strings } from './landing.strings.ts';

const FILL_MS = 110;
const SEND_MS = 1600;

function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Counts the beats of the example once; with reduced motion it starts at the end. */
function useBeat(): number {
  const [beat, setBeat] = useState(() => (prefersStillness() ? LAST_BEAT : 0));
  useEffect(() => {
    if (beat >= LAST_BEAT) return;
    const timer = setTimeout(() => setBeat(beat + 1), beat < SLOTS ? FILL_MS : SEND_MS);
    return () => clearTimeout(timer);
  }, [beat]);
  return beat;
}

function Calendar({ beat }: { beat: number }) {
  return (
    <ol className={styles.calendar} aria-hidden>
      {days.map((day, dayIndex) => (
        <li key={day} className={styles.day}>
          <span className={styles.dayName}>{day}</span>
          {hours.map((hour, hourIndex) => {
            const slot = dayIndex * hours.length + hourIndex;
            const filled = isFilled(slot, beat);
            return (
              <span
                key={hour}
                className={styles.event}
                data-filled={filled}
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

/** The product's calendar, filling up: fourteen slots, then one post is published. The layout never moves. */
export function ExampleWeek() {
  const beat = useBeat();
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
          <li key={post.id} className={styles.post} data-shown={beat > 6 + index * 3}>
            <div className={styles.meta}>
              <span className="tabular">{post.when}</span>
              <StatusBadge status={states[index] ?? 'Pending'} />
            </div>
            <p>{post.text}</p>
          </li>
        ))}
      </ul>
    </figure>
  );
}
