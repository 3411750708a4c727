import { vocabularyFor } from '../llm/material.ts';

const DAY_MS = 24 * 60 * 60_000;

const told: readonly [title: string, summary: string][] = [
  ['The Pro plan now costs $19 a month', 'Until the end of March the first 3 months cost $9 each.'],
  ['A survey of 1,240 members', '62% of them plan their week on Sunday evening, 8% never plan it.'],
  ['The spring meeting is on 14 April', 'It begins at 18:30 in the old town hall. There are 120 seats.'],
  ['Version 4.2 is out', 'It starts in 1.8 seconds, where the version before took 5.'],
];

export interface Story {
  title: string;
  summary: string;
  link: string;
  publishedAt: Date;
}

const everyMs = 5 * 60 * 60_000;

const perFeed = 12;

const titles: readonly string[] = [
  'Why {people} are talking about {topic} again',
  'Study: {topic} matters more than expected',
  'Five lessons on {topic} from this year',
  'The quiet return of {topic}',
  '{People} rethink {topic}',
  'What changed in {niche} this week',
  'A small town bets on {topic}',
  'New guide warns against {mistake}',
];

const summaries: readonly string[] = [
  'A survey of {people} finds that {topic} is the habit they would keep if they could keep only one.',
  'Experts say that {mistake} is still the most common error, and explain what to do instead.',
  'Interest in {topic} has grown for the third month in a row, and {people} think it will last.',
  'Reporters spent a week with {people} to learn how they do it, and came back with a short list.',
];

/** The newest stories of a niche. One appears every five hours and keeps its number. */
export function storiesFor(niche: string, publicUrl: string, nowMs: number): Story[] {
  const latest = Math.floor(nowMs / everyMs);
  return Array.from({ length: perFeed }, (_, index) => findStory(niche, latest - index, publicUrl));
}

/** The story with this number; always the same. */
export function findStory(niche: string, number: number, publicUrl: string): Story {
  const words = vocabularyFor(niche);
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const lists: Record<string, readonly string[]> = {
        topic: words.topics,
        people: words.people,
        mistake: words.mistakes,
        niche: [niche],
      };
      const list = lists[slot.toLowerCase()] ?? [''];
      const word = list[(number * 3 + Math.floor(number / list.length)) % list.length] ?? '';
      return /^[A-Z]/.test(slot) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
    });
  return {
    title: fill(titles[number % titles.length] ?? ''),
    summary: fill(summaries[number % summaries.length] ?? ''),
    link: `${publicUrl}/news/story/${encodeURIComponent(niche)}/${number}`,
    publishedAt: new Date(number * everyMs),
  };
}

/** A small company's feed: prices, dates and figures that posts can rely on. A new entry every day. */
export function companyFacts(publicUrl: string, nowMs: number): Story[] {
  const today = Math.floor(nowMs / DAY_MS);
  return told.map(([title, summary], index) => ({
    title,
    summary,
    link: `${publicUrl}/news/story/Technology/${index + 1}`,
    publishedAt: new Date((today - index) * DAY_MS),
  }));
}
