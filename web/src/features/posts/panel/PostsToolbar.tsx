/** The filters: search, status and time. */
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { useShortcuts } from '../../../ui/useShortcuts.ts';
import styles from './panel.module.css';
import type { PostsView, StatusGroup, When } from './posts-view.rules.ts';

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
