/** Loads the calendar's code where a calendar is shown. Without a connection it says so and can be tried again. */
import { Component, lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import type { CalendarSlotProps } from '../posts/FilteredCalendar.tsx';
import styles from './CalendarSkeleton.module.css';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { calendarStrings } from './calendar.strings.ts';

const load = () =>
  lazy(async () => {
    const { PostsCalendar } = await import('./PostsCalendar.tsx');
    return { default: PostsCalendar };
  });
const First = load();

export function LazyCalendar(props: CalendarSlotProps) {
  const [{ Calendar, tries }, setTry] = useState({ Calendar: First, tries: 0 });
  return (
    <Boundary key={tries} onRetry={() => setTry({ Calendar: load(), tries: tries + 1 })}>
      <Suspense fallback={<CalendarSkeleton />}>
        <Calendar {...props} />
      </Suspense>
    </Boundary>
  );
}

class Boundary extends Component<{ onRetry: () => void; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={styles.failed}>
        <ErrorBox
          what={calendarStrings.codeFailed}
          message={calendarStrings.checkConnection}
          onRetry={this.props.onRetry}
        />
      </div>
    );
  }
}
