/** More actions on one post. The list has a single menu, which opens at the pressed button. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Menu } from '@mantine/core';
import {
  CalendarClock,
  CheckSquare,
  Copy,
  History,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  Send,
  Trash2,
} from 'lucide-react';
import { notify } from '../../../ui/feedback/toasts.ts';
import { changeBlock, deleteBlock, editBlock, publishBlock, type Surroundings } from '../posts.rules.ts';
import styles from './list.module.css';
import type { RowCalls } from './RowAction.tsx';

export type OpenMenu = { post: Post; button: HTMLElement };
type Props = { open: OpenMenu; around: Surroundings; calls: RowCalls; onClose: () => void };

export function RowMenu({ open, around, calls, onClose }: Props) {
  const { post, button } = open;
  const { left, top, width, height } = button.getBoundingClientRect();
  function item(Icon: LucideIcon, label: string, press: (post: Post) => void, block: string | null = null) {
    return (
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        className={styles.item ?? ''}
        aria-disabled={block !== null || undefined}
        aria-description={block ?? undefined}
        onClick={() => {
          if (block !== null) notify.alert(block);
          else press(post);
        }}
      >
        {label}
      </Menu.Item>
    );
  }
  function close(): void {
    onClose();
    button.focus();
  }
  const block = changeBlock(post, around);
  return (
    <Menu
      opened
      onClose={close}
      clickOutsideEvents={['mousedown', 'touchstart']}
      position="bottom-end"
      width={208}
      shadow="md"
      trapFocus
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      withinPortal={false}
      floatingStrategy="fixed"
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={styles.anchor}
          style={{ left, top, width, height }}
          aria-label="More about this post"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {item(Pencil, 'Edit', calls.edit, editBlock(post, around))}
        {item(CalendarClock, 'Move to…', calls.move, block)}
        {item(Copy, 'Duplicate…', calls.duplicate, around.canceled ? block : null)}
        {item(Send, 'Publish now…', calls.publish, publishBlock(post, around))}
        {item(
          post.isPaused ? Play : Pause,
          post.isPaused ? 'Resume this post' : 'Pause this post',
          calls.pause,
          block,
        )}
        {block === null ? item(CheckSquare, 'Select', (one) => calls.select(one, false)) : null}
        {item(History, 'History', calls.unfold)}
        <Menu.Divider />
        {item(Trash2, 'Delete', calls.remove, deleteBlock(post, around))}
      </Menu.Dropdown>
    </Menu>
  );
}
