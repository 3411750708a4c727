import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Ref } from 'react';
import { weekStart } from '../../ui/time/time.ts';
import styles from './calendar.module.css';
import { type Place, type Span, turnPage } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';
import { titleOf } from './describe.rules.ts';

type Props = {
  place: Place;
  today: string;
  title: Ref<HTMLHeadingElement>;
  onPlace: (place: Place) => void;
};

const spans = [
  { value: 'month', label: calendarStrings.month },
  { value: 'week', label: calendarStrings.week },
  { value: 'day', label: calendarStrings.day },
] as const satisfies { value: Span; label: string }[];

export function CalendarToolbar({ place, today, title, onPlace }: Props) {
  return (
    <div className={styles.toolbar}>
      <h3 ref={title} tabIndex={-1} data-calendar-title className={styles.title} aria-live="polite">
        {titleOf(place, weekStart())}
      </h3>
      <div className={styles.pages}>
        <ActionIcon
          variant="default"
          className={styles.page ?? ''}
          aria-label={calendarStrings.previous[place.span]}
          onClick={() => onPlace(turnPage(place, -1))}
        >
          <ChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          size="sm"
          className={styles.today ?? ''}
          onClick={() => onPlace({ ...place, day: today })}
        >
          {calendarStrings.today}
        </Button>
        <ActionIcon
          variant="default"
          className={styles.page ?? ''}
          aria-label={calendarStrings.next[place.span]}
          onClick={() => onPlace(turnPage(place, 1))}
        >
          <ChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <SegmentedControl
        aria-label={calendarStrings.views}
        size="sm"
        className={styles.spans ?? ''}
        data={spans}
        value={place.span}
        onChange={(span) => onPlace({ ...place, span })}
      />
    </div>
  );
}
