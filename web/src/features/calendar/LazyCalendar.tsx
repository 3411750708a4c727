import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { calendarStrings } from './calendar.strings.ts';

/** The calendar, whose code comes where a calendar is shown. */
export const LazyCalendar = lazyDialog(async () => (await import('./PostsCalendar.tsx')).PostsCalendar, {
  what: calendarStrings.codeFailed,
  waiting: <CalendarSkeleton />,
});
