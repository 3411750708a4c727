/** The fixed options of FullCalendar: how the grid looks and what it shows. */
import type { CalendarOptions } from '@fullcalendar/react';
import { wallTimeText } from '../../ui/time/time.ts';
import styles from './CalendarGrid.module.css';
import { toneOf } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';

const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
const tones = { posted: styles.posted, failed: styles.failed, brand: styles.brand } as const;

export const gridLook = {
  className: styles.calendar,
  headerToolbar: false,
  fixedWeekCount: true,
  dayMaxEvents: 3,
  slotDuration: '00:30:00',
  slotMinHeight: 30,
  allDaySlot: true,
  allDayText: calendarStrings.allDay,
  nowIndicator: true,
  eventOrder: ['order', 'start'],
  scrollTime: '07:00:00',
  slotEventOverlap: false,
  eventDisplay: 'block',
  eventDurationEditable: false,
  eventInteractive: false,
  forceEventDuration: true,
  defaultTimedEventDuration: '00:30:00',
  nextDayThreshold: '12:00:00',
  longPressDelay: 400,
  moreLinkText: calendarStrings.more,
  moreLinkHint: calendarStrings.moreHint,
  dayHeaderFormat: { weekday: 'short' },
  dayHeaderDividerClass: styles.divider,
  views: {
    timeGrid: {
      dayHeaderFormat: { weekday: 'short', day: 'numeric' },
      dayHeaderContent: ({ weekdayText, dayNumberText }) => `${weekdayText} ${dayNumberText}`,
    },
  },
  slotHeaderContent: ({ time }) => {
    const minutes = Math.round((time?.milliseconds ?? 0) / 60_000);
    return wallTimeText(`${String(Math.floor(minutes / 60)).padStart(2, '0')}:00`);
  },
  viewClass: styles.view,
  tableHeaderClass: styles.header,
  dayHeaderClass: ({ isToday }) => classes(styles.line, styles.dayHeader, isToday && styles.today),
  dayHeaderAlign: 'start',
  dayHeaderInnerClass: styles.dayName,
  dayHeaderRowClass: styles.line,
  dayRowClass: styles.line,
  dayCellClass: ({ isToday, isOther, isPast }) =>
    classes(
      styles.line,
      styles.cell,
      isToday && styles.today,
      isOther && styles.other,
      isPast && styles.past,
    ),
  dayCellTopClass: styles.cellTop,
  dayCellTopInnerClass: styles.number,
  dayLaneClass: ({ isToday, view }) =>
    classes(styles.line, styles.lane, isToday && view.type === 'timeGridWeek' && styles.today),
  slotLaneClass: ({ isMinor }) => classes(styles.line, styles.slot, isMinor && styles.minor),
  slotHeaderClass: styles.slotHeader,
  slotHeaderInnerClass: styles.slotName,
  allDayHeaderClass: styles.allDay,
  allDayHeaderInnerClass: styles.slotName,
  allDayDividerClass: styles.divider,
  slotHeaderDividerClass: styles.slotDivider,
  nowIndicatorLineClass: styles.now,
  nowIndicatorDotClass: styles.nowDot,
  moreLinkClass: styles.more,
  eventClass: ({ event, isDragging, isMirror, isSelected }) =>
    classes(
      styles.event,
      tones[toneOf(event.extendedProps.post)],
      (isDragging || isMirror || isSelected) && styles.lifted,
      event.extendedProps.isCarried && styles.carried,
    ),
  rowEventClass: styles.rowEvent,
  columnEventClass: styles.columnEvent,
  eventInnerClass: styles.inner,
} as const satisfies CalendarOptions;
