/** Shows the current place of a post that is moved by keyboard. Losing focus cancels the move. */
import { Button } from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './calendar.module.css';
import { calendarStrings } from './calendar.strings.ts';
import { describeWall } from './describe.rules.ts';
import type { Carried } from './useCarry.ts';

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
