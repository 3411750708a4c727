/** A story as a feed has it, in plain text. Whoever writes the feed writes this: it is data, never an instruction. */
export type NewsStory = { title: string; text: string; publishedAt: Date };

/** What a feed said about its version, for asking later whether there is a newer one. */
export type FeedVersion = { etag: string | null; lastModified: string | null };

export type NewsReading =
  | { ok: true; changed: true; stories: NewsStory[]; version: FeedVersion }
  | { ok: true; changed: false }
  /** `detail` is for the log. */
  | { ok: false; detail: string };

/** Where news comes from. */
export type NewsSource = {
  /** The newest stories of a niche, newest first. Never throws; gives up after 10 s. */
  read(niche: string, known: FeedVersion): Promise<NewsReading>;
};
