import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { CalendarDays, List, type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useShortcuts } from '../../../ui/useShortcuts.ts';
import styles from './panel.module.css';
import {
  type Layout,
  type PostsView,
  readView,
  type StatusGroup,
  type When,
  writeView,
} from './posts-view.rules.ts';

/** The switch between list and calendar; the choice is kept in the URL. */
export function useLayout(): { layout: Layout; setLayout: (layout: Layout) => void } {
  const [params, setParams] = useSearchParams();
  return {
    layout: readView(params).layout,
    setLayout: (layout) =>
      setParams((before) => writeView(before, { layout }), { replace: true, preventScrollReset: true }),
  };
}

function option(Icon: LucideIcon, words: string): ReactNode {
  return (
    <span className={styles.option}>
      <Icon size={16} aria-hidden />
      <span>{words}</span>
    </span>
  );
}

const layouts = [
  { value: 'list', label: option(List, 'List') },
  { value: 'calendar', label: option(CalendarDays, 'Calendar') },
] as const satisfies { value: Layout; label: ReactNode }[];

/** `onNear` is called when the calendar option is hovered or focused. */
export function LayoutSwitch({ onNear }: { onNear: () => void }) {
  const { layout, setLayout } = useLayout();
  return (
    <SegmentedControl
      aria-label="Posts as"
      size="sm"
      data={layouts}
      value={layout}
      onChange={setLayout}
      onPointerEnter={onNear}
      onFocus={onNear}
    />
  );
}

type Props = {
  view: PostsView;
  onChange: (change: Partial<PostsView>) => void;
};

const statuses: { value: StatusGroup; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'failed', label: 'Failed' },
  { value: 'posted', label: 'Posted' },
];

const windows: { value: When; label: string }[] = [
  { value: 'all', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
];

/** The filters: search, status and time. */
export function PostsToolbar({ view, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.focus() });
  return (
    <search className={styles.toolbar}>
      <TextInput
        ref={field}
        type="search"
        aria-label="Search posts"
        placeholder="Search posts"
        className={styles.search ?? ''}
        leftSection={<Search size={16} aria-hidden />}
        value={view.search}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label="Status"
        size="md"
        className={styles.postsToolbarStatus ?? ''}
        data={statuses}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <NativeSelect
        aria-label="Time"
        size="md"
        className={styles.when ?? ''}
        data={windows}
        value={view.when}
        onChange={(event) => onChange({ when: event.currentTarget.value as When })}
      />
    </search>
  );
}
