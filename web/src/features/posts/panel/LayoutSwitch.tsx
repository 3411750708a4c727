/** The switch between list and calendar; the choice is kept in the URL. */
import { SegmentedControl } from '@mantine/core';
import { CalendarDays, List, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import styles from './panel.module.css';
import { type Layout, readView, writeView } from './posts-view.rules.ts';

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
