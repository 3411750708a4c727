/** The month, week or day in FullCalendar with our styles. Local times are passed to it as UTC. */
import '@fullcalendar/react/skeleton.css';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import FullCalendar, { type CalendarRef, type EventDropInfo } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import { useCallbackRef, useReducedMotion } from '@mantine/hooks';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { timeText, weekStart } from '../../ui/time/time.ts';
import { toWallClock } from '../posts/wall-clock.rules.ts';
import styles from './calendar.module.css';
import { eventsOf, type Place, type Span } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';
import { signOf } from './describe.rules.ts';
import { gridLook } from './grid-look.ts';
import { OptionsButton } from './OptionsButton.tsx';
import { StatusSign } from './StatusSign.tsx';

type Props = {
  posts: readonly Post[];
  timeZone: string;
  place: Place;
  /** The post being moved by keyboard, and its current local time on the grid. */
  carried: { id: string; wall: string } | null;
  isMovable: (post: Post) => boolean;
  /** A post was dropped on a local time or, keeping its time, on a day (`2026-11-23`). False reverts it. */
  onDrop: (post: Post, target: string) => boolean;
  onMore: (day: string) => void;
};

const viewOf = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const satisfies Record<
  Span,
  string
>;

/** Height of the week and day views (px); the hours scroll within it. */
const DAY_HEIGHT = 640;
/** How long a post that is dropped beside the grid takes to go back (ms). */
const REVERT_MS = 150;
const plugins = [dayGridPlugin, timeGridPlugin, interactionPlugin];

export const CalendarGrid = memo(function CalendarGrid(props: Props) {
  const { posts, timeZone, place, carried, isMovable } = props;
  const calendar = useRef<CalendarRef>(null);
  const [first] = useState(place);
  const events = useMemo(
    () => eventsOf(posts, timeZone, isMovable, carried),
    [posts, timeZone, isMovable, carried],
  );
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const [isDragging, setDragging] = useState(false);
  const [shown, setShown] = useState(events);
  // Changes wait until the drop: FullCalendar takes an event dragged meanwhile for one from another
  // calendar, and shows it where it was dropped without calling `eventDrop`.
  if (!isDragging && shown !== events) setShown(events);

  useEffect(() => {
    const api = calendar.current?.getApi();
    if (!api) return;
    const view = viewOf[place.span];
    if (api.view.type !== view) api.changeView(view, place.day);
    else api.gotoDate(place.day);
  }, [place.span, place.day]);

  const drop = useCallbackRef((info: EventDropInfo) => {
    const post = info.event.extendedProps.post as Post;
    const { start, allDay } = info.event;
    const wall = start?.toISOString().slice(0, 16) ?? '';
    const isTaken = props.onDrop(post, allDay ? wall.slice(0, 10) : wall);
    // Every post has a time, so none may stay in the all-day slot.
    if (!isTaken || allDay) info.revert();
  });
  const more = useCallbackRef((day: string) => props.onMore(day));
  // Stable, because FullCalendar re-renders everything when an option is a new function.
  const [options] = useState(() => ({
    ...gridLook,
    eventContent: (info: { event: { extendedProps: Record<string, unknown> } }) => (
      <PostEvent post={info.event.extendedProps.post as Post} timeZone={timeZone} />
    ),
    now: () => toWallClock(Date.now(), timeZone),
    eventDidMount: ({ el, event }: { el: HTMLElement; event: { id: string } }) => {
      el.dataset.post = event.id;
    },
    eventDragStart: () => setDragging(true),
    // FullCalendar calls this before `eventDrop`.
    eventDragStop: () => queueMicrotask(() => setDragging(false)),
    eventDrop: drop,
    moreLinkClick: (info: { date: Date }) => {
      more(info.date.toISOString().slice(0, 10));
      return 'timeGridDay';
    },
  }));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label={calendarStrings.name}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        initialView={viewOf[first.span]}
        initialDate={first.day}
        firstDay={weekStart()}
        timeZone="UTC"
        height={place.span === 'month' ? 'auto' : DAY_HEIGHT}
        events={shown}
        // Otherwise the drag ends with the transition, of which there is none for those who want no motion.
        dragRevertDuration={isStill ? 0 : REVERT_MS}
        {...options}
      />
    </div>
  );
});

type EventProps = { post: Post; timeZone: string };

const PostEvent = memo(function PostEvent({ post, timeZone }: EventProps) {
  return (
    <>
      <span className={styles.when}>
        <StatusSign post={post} />
        <span className="visually-hidden">{signOf(post)} </span>
        {timeText(Date.parse(post.scheduledTime), timeZone)}
      </span>
      <span className={styles.postEventWords}>{post.content}</span>
      <OptionsButton post={post} timeZone={timeZone} className={styles.options} />
    </>
  );
});
