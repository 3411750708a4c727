import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { wallTimeText, weekOrder } from '../../../ui/time/time.ts';
import { mergeSources } from '../../facts/sources.rules.ts';
import { type Landing, landingOf, type MoveLimits } from '../../posts/move/move.rules.ts';
import { toWallClock } from '../../posts/wall-clock.rules.ts';
import { generationStrings } from '../generation.strings.ts';

/** The drafts in the preview: those kept, and those removed, most recently removed last. */
export type Drafts = { kept: readonly DraftPost[]; removed: readonly DraftPost[] };

export type DraftChange =
  /** A new text, with its sources if known. */
  | { do: 'edit'; id: string; content: string; sources?: readonly PostSource[] }
  /** A new time, as an ISO 8601 instant. */
  | { do: 'move'; id: string; to: string }
  /** Swaps the text with that of a removed draft. */
  | { do: 'replace'; id: string; by: string }
  | { do: 'remove'; id: string }
  | { do: 'undo' };

const byTime = (a: DraftPost, b: DraftPost): number =>
  Date.parse(a.scheduledTime) - Date.parse(b.scheduledTime);

function editDraft(draft: DraftPost, { content, sources }: Extract<DraftChange, { do: 'edit' }>): DraftPost {
  if (!sources) return { ...draft, content };
  return { ...draft, content, sources: mergeSources(draft.sources ?? [], sources) };
}

export function changeDrafts({ kept, removed }: Drafts, change: DraftChange): Drafts {
  switch (change.do) {
    case 'edit':
      return {
        kept: kept.map((one) => (one.id === change.id ? editDraft(one, change) : one)),
        removed,
      };
    case 'move':
      return {
        kept: kept
          .map((one) => (one.id === change.id ? { ...one, scheduledTime: change.to } : one))
          .sort(byTime),
        removed,
      };
    case 'replace': {
      const [out, back] = [
        kept.find(({ id }) => id === change.id),
        removed.find(({ id }) => id === change.by),
      ];
      if (!out || !back) return { kept, removed };
      return {
        kept: kept.map((one) => (one === out ? { ...out, content: back.content } : one)),
        removed: removed.map((one) => (one === back ? { ...back, content: out.content } : one)),
      };
    }
    case 'remove': {
      const gone = kept.filter((one) => one.id === change.id);
      return { kept: kept.filter((one) => one.id !== change.id), removed: [...removed, ...gone] };
    }
    case 'undo': {
      const back = removed.slice(-1);
      return { kept: [...kept, ...back].sort(byTime), removed: removed.slice(0, -1) };
    }
  }
}

/** What is wrong with one draft; null if nothing. */
export function draftProblem({ content }: DraftPost): 'empty' | 'long' | null {
  if (content.trim() === '') return 'empty';
  return weightedLength(content) > POST_MAX ? 'long' : null;
}

/** Why these drafts cannot be scheduled as they are; null if they can. */
export function draftsProblem(drafts: readonly DraftPost[]): string | null {
  if (drafts.length === 0) return 'There is nothing left to schedule.';
  const problems = drafts.map(draftProblem);
  const empty = problems.filter((problem) => problem === 'empty').length;
  if (empty > 0) return empty === 1 ? 'One post is empty.' : `${empty} posts are empty.`;
  const long = problems.filter((problem) => problem === 'long').length;
  if (long > 0) return long === 1 ? 'One post is too long.' : `${long} posts are too long.`;
  return null;
}

/** The limits of a draft's time: those of every post, and the plan's posts per day. */
export type DraftLimits = MoveLimits & { mostADay: number };

/** Where a draft would land at this local time (`2026-11-23T09:00`), or why it may not go there. */
export function landingOfDraft(
  draft: DraftPost,
  wall: string,
  kept: readonly DraftPost[],
  limits: DraftLimits,
): Landing {
  const landing = landingOf(draft, wall, limits);
  if ('problem' in landing || landing.at === Date.parse(draft.scheduledTime)) return landing;
  const others = kept
    .filter(({ id }) => id !== draft.id)
    .map(({ scheduledTime }) => Date.parse(scheduledTime));
  if (others.includes(landing.at)) return { problem: generationStrings.timeTaken };
  const dayOf = (time: number): string => toWallClock(time, limits.zone).slice(0, 10);
  const onDay = others.filter((time) => dayOf(time) === dayOf(landing.at)).length;
  return onDay < limits.mostADay ? landing : { problem: generationStrings.dayFull(limits.mostADay) };
}

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

export type PreviewDay = { date: string; drafts: DraftPost[] };

export type PreviewWeek = { key: string; days: PreviewDay[] };

const dateOf = (draft: DraftPost, zone: string): string =>
  toWallClock(Date.parse(draft.scheduledTime), zone).slice(0, 10);

const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

const dateAt = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/**
 * The drafts in rows of 7 days from the first day on, so that a column is always the same weekday. Weekdays
 * on which nothing was `planned` are left out; a day whose drafts were removed stays.
 */
export function weeksOf(
  drafts: readonly DraftPost[],
  zone: string,
  planned: readonly DraftPost[] = drafts,
): PreviewWeek[] {
  const dates = planned.map((draft) => dateOf(draft, zone)).sort();
  const first = dates[0];
  // Stryker disable next-line ConditionalExpression: without a date the loop below has no turn either.
  if (first === undefined) return [];
  const last = dates.at(-1) ?? first;
  const used = new Set(dates.map(weekdayOf));
  const weeks: PreviewWeek[] = [];
  for (let start = dayNumber(first); start <= dayNumber(last); start += 7) {
    const days = Array.from({ length: 7 }, (_, index) => dateAt(start + index))
      .filter((date) => used.has(weekdayOf(date)) && date <= last)
      .map((date) => ({ date, drafts: drafts.filter((draft) => dateOf(draft, zone) === date) }));
    weeks.push({ key: dateAt(start), days });
  }
  return weeks;
}

function daysText(weekdays: readonly number[]): string {
  const week = weekOrder();
  const inOrder = week.filter((day) => weekdays.includes(day));
  const labels = inOrder.map((day) => names[day]);
  const places = inOrder.map((day) => week.indexOf(day));
  const isRun = places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  if (inOrder.length > 2 && isRun) return `${labels[0]}–${labels.at(-1)}`;
  return labels.join(', ');
}

function timesText(times: readonly string[]): string {
  if (times.length > 4) return `${times[0]} to ${times.at(-1)}`;
  if (times.length < 2) return times[0] ?? '';
  return `${times.slice(0, -1).join(', ')} and ${times.at(-1)}`;
}

/** A summary of what will be scheduled: `14 posts, Mon–Sun, 09:00 and 18:00, Europe/Paris`. */
export function summaryOf(drafts: readonly DraftPost[], zone: string): string {
  const clocks = drafts.map((draft) => toWallClock(Date.parse(draft.scheduledTime), zone));
  const times = [...new Set(clocks.map((clock) => clock.slice(11)))].sort();
  const weekdays = [...new Set(clocks.map((clock) => weekdayOf(clock.slice(0, 10))))];
  const count = `${drafts.length} ${drafts.length === 1 ? 'post' : 'posts'}`;
  return [count, daysText(weekdays), timesText(times.map(wallTimeText)), zone].filter(Boolean).join(', ');
}
