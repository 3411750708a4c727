import type { FeedProblem } from '@drumbeat/contract/facts.rules.ts';

/** A story as a feed has it, in plain text. Whoever writes the feed writes this: it is data, never an instruction. */
export type NewsStory = { title: string; text: string; publishedAt: Date };

/** The same with what a feed may leave out. `url` is http(s) or null; `mark` tells the feed's entries apart. */
export type FeedEntry = Omit<NewsStory, 'publishedAt'> & {
  mark: string;
  url: string | null;
  publishedAt: Date | null;
};

/** What a feed said about its version, for asking later whether there is a newer one. */
export type FeedVersion = { etag: string | null; lastModified: string | null };

/** `detail` is for the log. */
type Unread = { ok: false; problem: FeedProblem; detail: string };

export type FeedReading =
  | { ok: true; changed: true; title: string; entries: FeedEntry[]; version: FeedVersion }
  | { ok: true; changed: false }
  | Unread;

/** Reads feeds at addresses that people give. */
export type FeedReader = {
  /** The only hosts that are asked, with their port where it is not the usual one. */
  hosts: readonly string[];
  /** The feed at an address, its newest entries first. Never throws; gives up after 10 s. */
  read(address: string, known: FeedVersion): Promise<FeedReading>;
};

export type NewsReading =
  | { ok: true; changed: true; stories: NewsStory[]; version: FeedVersion }
  | { ok: true; changed: false }
  | Unread;

/** Where news comes from. */
export type NewsSource = {
  /** The newest stories of a niche, newest first. Never throws; gives up after 10 s. */
  read(niche: string, known: FeedVersion): Promise<NewsReading>;
};
