/** The posts as a calendar by month, week or day; posts can be moved by mouse, touch and keyboard. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { useCallbackRef, useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { weekStart } from '../../ui/time/time.ts';
import { useDeletePost } from '../posts/list/useDeletions.ts';
import { wallOnDay } from '../posts/move/move.rules.ts';
import { useDropPost } from '../posts/move/useMovePost.ts';
import type { CalendarSlotProps } from '../posts/panel/FilteredCalendar.tsx';
import { deleteBlock, editBlock } from '../posts/posts.rules.ts';
import { toWallClock } from '../posts/wall-clock.rules.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import { CalendarVeil } from './CalendarSkeleton.tsx';
import { CalendarToolbar } from './CalendarToolbar.tsx';
import { CarryBar, useCarry } from './CarryBar.tsx';
import styles from './calendar.module.css';
import { byDay, isDay, type Place, rangeOf, readPlace, weekOf, writePlace } from './calendar.rules.ts';
import { DayList } from './DayList.tsx';
import { focusPost } from './focus-post.ts';
import { PhoneMonth } from './PhoneMonth.tsx';
import { usePostMenu } from './usePostMenu.ts';

/** Loaded on demand. */
const EditDialog = lazyDialog(async () => (await import('./EditDialog.tsx')).EditDialog);
const MoveDialog = lazyDialog(async () => (await import('../posts/move/MoveDialog.tsx')).MoveDialog);
const PostMenu = lazyDialog(async () => (await import('./PostMenu.tsx')).PostMenu);

/** The distance kept before the selected day when a week that is wider than the screen is scrolled (px). */
const WEEK_MARGIN = 40;

/** Which part of the calendar is shown; kept in the URL. */
function usePlace(timeZone: string) {
  const [params, setParams] = useSearchParams();
  const today = toWallClock(Date.now(), timeZone).slice(0, 10);
  return {
    today,
    place: readPlace(params, today),
    // At once and not in a transition: the next key starts from the day that this one chose.
    setPlace: (place: Place): void =>
      setParams((before) => writePlace(before, place, today), {
        replace: true,
        preventScrollReset: true,
        flushSync: true,
      }),
  };
}

/**
 * Hides the calendar for its first two frames: FullCalendar first renders empty rows to measure them, then
 * the posts. Until then it only takes up space, so that rows do not grow visibly.
 */
function useMeasuring(): { 'data-measuring'?: true } {
  const [mark, setMark] = useState<{ 'data-measuring'?: true }>({ 'data-measuring': true });
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMark({}));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return mark;
}

export function PostsCalendar(props: CalendarSlotProps) {
  const { posts, user, account, windowEnd, around, isLoading, onShown } = props;
  const { timeZone } = user;
  const { place, today, setPlace } = usePlace(timeZone);
  const { from, until } = rangeOf(place, weekStart(), timeZone);
  // Before painting, so that a month that is about to load never shows as empty.
  useLayoutEffect(() => onShown({ from, until }), [onShown, from, until]);
  const drop = useDropPost(timeZone, windowEnd);
  const remove = useDeletePost();
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const [open, setOpen] = useState<{ dialog: 'move' | 'edit'; post: Post } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { canceled, connected, synchronizing } = around;
  const blockOf = useCallback(
    (post: Post) => editBlock(post, { canceled, connected, synchronizing, editingId: null }),
    [canceled, connected, synchronizing],
  );
  const isMovable = useCallback((post: Post) => blockOf(post) === null, [blockOf]);

  const onDrop = useCallbackRef((post: Post, target: string): boolean => {
    return drop(post, isDay(target) ? wallOnDay(post, target, timeZone) : target);
  });
  const onMore = useCallbackRef((day: string) => {
    setPlace({ span: 'day', day });
    title.current?.focus();
  });
  const carry = useCarry({ place, setPlace, timeZone, windowEnd, drop: onDrop });
  const menu = usePostMenu(posts, { onPickUp: pickUp, onNear: PostMenu.preload });
  function pickUp(post: Post): void {
    const block = blockOf(post);
    if (block) notify.alert(block);
    else if (!isPhoneMonth) carry.pickUp(post);
  }
  const inHand = useMemo(
    () => carry.carried && { id: carry.carried.post.id, wall: carry.carried.wall },
    [carry.carried],
  );
  const isPhoneMonth = phone && place.span === 'month';
  const pane = useRef<HTMLDivElement>(null);
  const measuring = useMeasuring();
  // On a phone a week is wider than the screen: scroll to the selected day.
  useEffect(() => {
    if (!phone || place.span !== 'week' || !pane.current) return;
    const column = (Date.parse(place.day) - Date.parse(weekOf(place.day, weekStart()))) / (7 * DAY_MS);
    pane.current.scrollLeft = Math.max(0, pane.current.scrollWidth * column - WEEK_MARGIN);
  }, [phone, place.span, place.day]);
  const dialog = open && {
    post: posts.find((post) => post.id === open.post.id) ?? open.post,
    timeZone,
    windowEnd,
    onClose: () => {
      setOpen(null);
      focusPost(open.post.id);
    },
  };

  return (
    <>
      <CalendarToolbar place={place} today={today} title={title} onPlace={setPlace} />
      <div ref={pane} className={styles.calendar} data-span={place.span} {...measuring} {...menu.handlers}>
        <CalendarVeil span={place.span} isLoading={isLoading} />
        {isPhoneMonth ? (
          <PhoneMonth
            {...{ posts, timeZone, place, today, isMovable, onDrop }}
            onDay={(day) => setPlace({ span: 'month', day })}
          />
        ) : (
          <CalendarGrid
            key={timeZone}
            {...{ posts, timeZone, place, isMovable, onDrop, onMore }}
            carried={inHand}
          />
        )}
        {place.span === 'day' && !phone ? (
          <DayList day={place.day} posts={byDay(posts, timeZone).get(place.day) ?? []} timeZone={timeZone} />
        ) : null}
      </div>
      {menu.asked ? (
        <PostMenu
          asked={menu.asked}
          timeZone={timeZone}
          editBlock={blockOf(menu.asked.post)}
          deleteBlock={deleteBlock(menu.asked.post, { ...around, editingId: null })}
          onMove={() => menu.asked && setOpen({ dialog: 'move', post: menu.asked.post })}
          onKeys={isPhoneMonth ? null : () => menu.asked && carry.pickUp(menu.asked.post)}
          onEdit={() => menu.asked && setOpen({ dialog: 'edit', post: menu.asked.post })}
          onDelete={() => menu.asked && remove.mutate(menu.asked.post)}
          onClose={menu.close}
        />
      ) : null}
      {carry.carried ? (
        <CarryBar
          carried={carry.carried}
          onKeyDown={carry.onKeyDown}
          onDrop={carry.letGo}
          onPutBack={carry.putBack}
        />
      ) : null}
      <p className="visually-hidden" aria-live="assertive">
        {carry.said}
      </p>
      {open?.dialog === 'move' && dialog ? <MoveDialog {...dialog} /> : null}
      {open?.dialog === 'edit' && dialog ? <EditDialog {...dialog} accountId={account?.id} /> : null}
    </>
  );
}
