/** The menu of one post, at its button or at the pointer. Disabled items say why. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Menu } from '@mantine/core';
import { ArrowUpRight, CalendarClock, type LucideIcon, Move, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { notify } from '../../ui/feedback/toasts.ts';
import styles from './calendar.module.css';
import { calendarStrings } from './calendar.strings.ts';
import { describePost } from './describe.rules.ts';

/** The post whose menu is open, and the rectangle to anchor the menu to (viewport, px). */
export type Asked = { post: Post; left: number; top: number; width: number; height: number };

type Props = {
  asked: Asked;
  timeZone: string;
  editBlock: string | null;
  deleteBlock: string | null;
  onMove: () => void;
  onKeys: (() => void) | null;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
};

const words = calendarStrings.menu;

export function PostMenu({ asked, timeZone, editBlock, deleteBlock, ...props }: Props) {
  const { post, ...place } = asked;
  function item(Icon: LucideIcon, label: string, press: () => void, block: string | null): ReactNode {
    return (
      <Menu.Item
        leftSection={<Icon size={16} aria-hidden />}
        aria-disabled={block !== null || undefined}
        aria-description={block ?? undefined}
        data-blocked={block !== null || undefined}
        className={styles.item ?? ''}
        onClick={() => (block === null ? press() : notify.alert(block))}
      >
        {label}
      </Menu.Item>
    );
  }
  return (
    // Otherwise the key that opens the menu would also close it as a key press outside.
    <Menu
      opened
      onClose={props.onClose}
      clickOutsideEvents={['mousedown', 'touchstart']}
      position="bottom-end"
      width={216}
      shadow="md"
      trapFocus
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={styles.anchor}
          style={place}
          aria-label={calendarStrings.options(describePost(post, timeZone))}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {item(CalendarClock, words.move, props.onMove, editBlock)}
        {props.onKeys ? item(Move, words.keys, props.onKeys, editBlock) : null}
        {item(Pencil, words.edit, props.onEdit, editBlock)}
        {post.tweetUrl ? (
          <Menu.Item
            component="a"
            href={post.tweetUrl}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<ArrowUpRight size={16} aria-hidden />}
            className={styles.item ?? ''}
          >
            {words.open}
            <span className="visually-hidden"> {words.newTab}</span>
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {item(Trash2, words.remove, props.onDelete, deleteBlock)}
      </Menu.Dropdown>
    </Menu>
  );
}
