/** The note about links before posts are scheduled. Pure. */
import { linkNotice } from '@drumbeat/contract/costs/costs.rules.ts';
import type { LinkUsage } from '@drumbeat/contract/costs/costs.ts';

/** A text and its planned time in ms since the epoch; null for the next free slot. */
export type PlannedText = { content: string; at: number | null };
type Note = { text: string; isOver: boolean };

/**
 * The note for posts with a link. They can fall into two cycles; a cycle that is over its limit takes
 * precedence. Null if there are none.
 */
export function linkNote(linked: readonly PlannedText[], usage: LinkUsage, counted: number): Note | null {
  const notes = usage.cycles.flatMap(({ start, end, used }, index) => {
    const isFirst = index === 0;
    const own = linked.filter(({ at }) => {
      if (at === null) return isFirst;
      return isFirst ? at < Date.parse(end) : at >= Date.parse(start);
    });
    if (own.length === 0) return [];
    const room = { limit: usage.limit, used: Math.max(0, used - (isFirst ? counted : 0)) };
    const isOver = room.used + own.length > room.limit;
    return [{ text: linkNotice(own.length, room), isOver }];
  });
  return notes.find(({ isOver }) => isOver) ?? notes[0] ?? null;
}
