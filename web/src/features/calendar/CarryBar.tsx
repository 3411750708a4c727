/** Shows the current place of a post that is moved by keyboard. Losing focus cancels the move. */

import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Button } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { weekStart } from '../../ui/time/time.ts';
import { landingOf } from '../posts/move/move.rules.ts';
import { toWallClock } from '../posts/wall-clock.rules.ts';
import styles from './calendar.module.css';
import { type Place, shownDays, stepByKey } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';
import { describeWall } from './describe.rules.ts';
import { focusPost, showPost, whenDrawn } from './focus-post.ts';

/** The post being moved, its current local time on the grid, and why it may not be dropped there. */
export type Carried = { post: Post; wall: string; problem: string | null };

type Props = {
  carried: Carried;
  onKeyDown: (event: KeyboardEvent) => void;
  onDrop: () => void;
  onPutBack: () => void;
};

export function CarryBar({ carried, onKeyDown, onDrop, onPutBack }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.focus({ preventScroll: true }), []);
  function onBlur(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) onPutBack();
  }
  return (
    // Screen readers pass on the arrow keys only within role="application".
    <div
      ref={bar}
      role="application"
      tabIndex={-1}
      className={styles.carryBarBar}
      aria-label={calendarStrings.keysHelp}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <div className={styles.carryBarWords}>
        <p className={styles.where}>
          {calendarStrings.moving} {describeWall(carried.wall)}
        </p>
        <p className={styles.help} data-problem={carried.problem !== null || undefined}>
          {carried.problem ?? calendarStrings.keysHelp}
        </p>
      </div>
      <Button variant="default" size="sm" onClick={onPutBack}>
        {calendarStrings.cancel}
      </Button>
      <Button size="sm" onClick={onDrop} disabled={carried.problem !== null}>
        {calendarStrings.drop}
      </Button>
    </div>
  );
}

type Parts = {
  place: Place;
  setPlace: (place: Place) => void;
  timeZone: string;
  windowEnd: number;
  /** Moves the post to a local time; false if that is refused. */
  drop: (post: Post, wall: string) => boolean;
};

/** Moves a post by keyboard: arrows move, Enter drops, Escape cancels. Screen readers hear each step. */
export function useCarry({ place, setPlace, timeZone, windowEnd, drop }: Parts) {
  const [carried, setCarried] = useState<Carried | null>(null);
  const [said, say] = useState('');
  const isDropped = useRef(false);

  function pickUp(post: Post): void {
    isDropped.current = false;
    const wall = toWallClock(Date.parse(post.scheduledTime), timeZone);
    setCarried({ post, wall, problem: null });
    say(calendarStrings.picked(describeWall(wall)));
    hold(post, wall);
  }
  function hold(post: Post, wall: string): void {
    const { from, until } = shownDays(place, weekStart());
    const day = wall.slice(0, 10);
    if (day < from || day >= until) setPlace({ ...place, day });
    showPost(post.id);
  }
  function step(key: string): boolean {
    const wall = carried && stepByKey(carried.wall, key, place.span);
    if (!carried || !wall) return false;
    const landing = landingOf(carried.post, wall, { zone: timeZone, windowEnd, now: Date.now() });
    const problem = 'problem' in landing ? landing.problem : null;
    setCarried({ ...carried, wall, problem });
    const where = describeWall(wall);
    say(problem ? calendarStrings.cannotLand(where, problem) : calendarStrings.carried(where));
    hold(carried.post, wall);
    return true;
  }
  function letGo(): void {
    if (!carried || isDropped.current || !drop(carried.post, carried.wall)) return;
    isDropped.current = true;
    say(calendarStrings.dropped(describeWall(carried.wall)));
    // The move is rendered by then, so that the post does not briefly jump back.
    whenDrawn(() => {
      setCarried(null);
      focusPost(carried.post.id);
    });
  }
  function putBack(): void {
    if (!carried || isDropped.current) return;
    const wall = toWallClock(Date.parse(carried.post.scheduledTime), timeZone);
    say(calendarStrings.putBack(describeWall(wall)));
    setCarried(null);
    hold(carried.post, wall);
    focusPost(carried.post.id);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') putBack();
    else if (event.key === 'Enter' && event.target === event.currentTarget) letGo();
    else if (!step(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { carried, said, pickUp, letGo, putBack, onKeyDown };
}
