/** The posts as a calendar: month, week or day, with moving by mouse, touch and keys. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { useCallbackRef } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import { notify } from '../../ui/toasts.ts';
import type { CalendarSlotProps } from '../posts/FilteredCalendar.tsx';
import { MoveDialog } from '../posts/MoveDialog.tsx';
import { landingOf, wallOnDay } from '../posts/move.rules.ts';
import { moveStrings } from '../posts/move.strings.ts';
import { deleteBlock, editBlock } from '../posts/posts.rules.ts';
import { useDeletePost } from '../posts/useDeletePost.ts';
import { useMovePost } from '../posts/useMovePost.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarToolbar } from './CalendarToolbar.tsx';
import { isDay } from './calendar.rules.ts';
import { EditDialog } from './EditDialog.tsx';
import { PostMenu } from './PostMenu.tsx';
import { usePlace } from './usePlace.ts';
import { usePostMenu } from './usePostMenu.ts';

export function PostsCalendar({ posts, user, account, windowEnd, around }: CalendarSlotProps) {
  const { timeZone } = user;
  const { place, today, setPlace } = usePlace(timeZone);
  const { move } = useMovePost(timeZone);
  const remove = useDeletePost();
  const menu = usePostMenu(posts);
  const [open, setOpen] = useState<{ dialog: 'move' | 'edit'; post: Post } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { canceled, connected, synchronizing } = around;
  const blockOf = useCallback(
    (post: Post) => editBlock(post, { canceled, connected, synchronizing, editingId: null }),
    [canceled, connected, synchronizing],
  );
  const isMovable = useCallback((post: Post) => blockOf(post) === null, [blockOf]);

  const onDrop = useCallbackRef((post: Post, target: string): boolean => {
    const wall = isDay(target) ? wallOnDay(post, target, timeZone) : target;
    const landing = landingOf(post, wall, { zone: timeZone, windowEnd, now: Date.now() });
    if ('problem' in landing) {
      notify.alert(moveStrings.refused(landing.problem));
      return false;
    }
    if (landing.at !== Date.parse(post.scheduledTime)) move(post, landing.at);
    return true;
  });
  const onMore = useCallbackRef((day: string) => {
    setPlace({ span: 'day', day });
    title.current?.focus();
  });
  const dialog = open && {
    post: posts.find((post) => post.id === open.post.id) ?? open.post,
    timeZone,
    windowEnd,
    onClose: () => setOpen(null),
  };

  return (
    <>
      <CalendarToolbar place={place} today={today} title={title} onPlace={setPlace} />
      <div {...menu.handlers}>
        <CalendarGrid
          key={timeZone}
          posts={posts}
          timeZone={timeZone}
          place={place}
          carried={null}
          isMovable={isMovable}
          onDrop={onDrop}
          onMore={onMore}
        />
      </div>
      {menu.asked ? (
        <PostMenu
          asked={menu.asked}
          timeZone={timeZone}
          editBlock={blockOf(menu.asked.post)}
          deleteBlock={deleteBlock(menu.asked.post, { ...around, editingId: null })}
          onMove={() => menu.asked && setOpen({ dialog: 'move', post: menu.asked.post })}
          onKeys={null}
          onEdit={() => menu.asked && setOpen({ dialog: 'edit', post: menu.asked.post })}
          onDelete={() => menu.asked && remove.mutate(menu.asked.post)}
          onClose={menu.close}
        />
      ) : null}
      {open?.dialog === 'move' && dialog ? <MoveDialog {...dialog} /> : null}
      {open?.dialog === 'edit' && dialog ? <EditDialog {...dialog} accountId={account?.id} /> : null}
    </>
  );
}
