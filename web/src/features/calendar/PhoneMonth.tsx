/** The month on a phone: six weeks of days with an icon per post, and the selected day's posts below. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Check, X } from 'lucide-react';
import { type KeyboardEvent, memo, useMemo } from 'react';
import { weekOrder, weekStart } from '../../ui/time/time.ts';
import { CarriedPost } from '../posts/move/CarriedPost.tsx';
import { useDayCarry } from '../posts/move/useDayCarry.ts';
import { byDay, type Place, sixWeeks, stepByKey, toneOf } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';
import { DayList } from './DayList.tsx';
import { describeDay, describeDayPosts, weekdayName } from './describe.rules.ts';
import styles from './PhoneMonth.module.css';

type Props = {
  posts: readonly Post[];
  timeZone: string;
  place: Place;
  today: string;
  onDay: (day: string) => void;
  isMovable: (post: Post) => boolean;
  onDrop: (post: Post, day: string) => boolean;
};

type DayProps = {
  day: string;
  posts: readonly Post[] | undefined;
  isChosen: boolean;
  isToday: boolean;
  isOther: boolean;
  isTarget: boolean;
  onChoose: (day: string) => void;
};

/** How many status icons fit below a day. */
const MOST = 3;

const PhoneDay = memo(function PhoneDay(props: DayProps) {
  const { day, posts = [], isChosen, isToday, isOther, isTarget, onChoose } = props;
  return (
    <button
      type="button"
      className={styles.dayButton}
      data-day={day}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-target={isTarget || undefined}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={describeDayPosts(day, posts)}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(day)}
    >
      <span className={styles.number}>{Number(day.slice(8))}</span>
      <span className={styles.signs} aria-hidden="true">
        {posts.slice(0, MOST).map((post) => (
          <Sign key={post.id} tone={toneOf(post)} />
        ))}
        {posts.length > MOST ? <span className={styles.rest}>+{posts.length - MOST}</span> : null}
      </span>
    </button>
  );
});

export function PhoneMonth({ posts, timeZone, place, today, onDay, isMovable, onDrop }: Props) {
  const days = useMemo(() => byDay(posts, timeZone), [posts, timeZone]);
  const touch = useDayCarry(onDrop);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const next = stepByKey(`${place.day}T00:00`, event.key, 'month')?.slice(0, 10);
    if (!next) return;
    event.preventDefault();
    onDay(next);
    const grid = event.currentTarget;
    requestAnimationFrame(() => grid.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  }
  return (
    <>
      <div className={styles.names} aria-hidden="true">
        {weekOrder().map((weekday) => (
          <span key={weekday}>{weekdayName(weekday)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: days are buttons, not fields of a form */}
      <div className={styles.days} role="group" aria-label={calendarStrings.days} onKeyDown={onKeyDown}>
        {sixWeeks(place.day, weekStart()).map((day) => (
          <PhoneDay
            key={day}
            day={day}
            posts={days.get(day)}
            isChosen={day === place.day}
            isToday={day === today}
            isOther={day.slice(0, 7) !== place.day.slice(0, 7)}
            isTarget={day === touch.over}
            onChoose={onDay}
          />
        ))}
      </div>
      <DayList
        day={place.day}
        posts={days.get(place.day) ?? []}
        timeZone={timeZone}
        liftedId={touch.lifted?.id}
        onPress={(event, post) => isMovable(post) && touch.press(event, post)}
      />
      {touch.lifted ? (
        <CarriedPost
          ghost={touch.ghost}
          words={touch.over ? describeDay(touch.over) : touch.lifted.content}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {describeDayPosts(place.day, days.get(place.day) ?? [])}
      </p>
    </>
  );
}

function Sign({ tone }: { tone: ReturnType<typeof toneOf> }) {
  if (tone === 'brand') return <span className={styles.dot} />;
  const Icon = tone === 'posted' ? Check : X;
  return <Icon size={9} strokeWidth={4} className={styles[tone]} aria-hidden />;
}
