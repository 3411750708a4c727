import type { Story } from './stories.ts';

const DAY_MS = 24 * 60 * 60_000;

const told: readonly [title: string, summary: string][] = [
  ['The Pro plan now costs $19 a month', 'Until the end of March the first 3 months cost $9 each.'],
  ['A survey of 1,240 members', '62% of them plan their week on Sunday evening, 8% never plan it.'],
  ['The spring meeting is on 14 April', 'It begins at 18:30 in the old town hall. There are 120 seats.'],
  ['Version 4.2 is out', 'It starts in 1.8 seconds, where the version before took 5.'],
];

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
