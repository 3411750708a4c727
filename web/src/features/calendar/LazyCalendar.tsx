import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { calendarStrings } from './calendar.strings.ts';

/** The calendar; its code is loaded when one is shown. */
export const LazyCalendar = lazyDialog(async () => (await import('./PostsCalendar.tsx')).PostsCalendar, {
  what: calendarStrings.codeFailed,
  waiting: <CalendarSkeleton />,
});
