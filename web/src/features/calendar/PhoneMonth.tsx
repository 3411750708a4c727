/** The month on a phone: six weeks of days with an icon per post, and the selected day's posts below. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { type KeyboardEvent, useMemo } from 'react';
import { weekOrder, weekStart } from '../../ui/time/time.ts';
import { CarriedPost } from '../posts/move/CarriedPost.tsx';
import { useDayCarry } from '../posts/move/useDayCarry.ts';
import { byDay, type Place, sixWeeks, stepByKey } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';
import { DayList } from './DayList.tsx';
import { describeDay, describeDayPosts, weekdayName } from './describe.rules.ts';
import { PhoneDay } from './PhoneDay.tsx';
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
