/** The input of the model: the standing instructions, and the request itself. */
export type WriteRequest = {
  instructions: string;
  prompt: string;
  /** A model other than the configured one. */
  model?: string | null;
};

/**
 * Why no posts came: the model declined, its answer was malformed, or it could not be reached in time. The
 * first two are worth retrying immediately, the last after a pause.
 */
export type ModelFailure = 'declined' | 'malformed' | 'unavailable';

/** The tokens that a model call read and wrote. */
export type ModelUsage = { model: string; inputTokens: number; outputTokens: number };

/** `usage` is missing if the model did not report it. */
export type WriteAnswer = { usage?: ModelUsage } & (
  | { ok: true; posts: string[] }
  /**
   * `detail` is for the log. `noSuchModel`: the endpoint rejected the request itself, as for an unknown model
   * name.
   */
  | { ok: false; failure: ModelFailure; detail: string; noSuchModel?: boolean }
);

/** Writes posts. The texts are unchecked: the caller must judge each of them. */
export type LanguageModel = {
  /** Throws only if `signal` aborts, with its reason. */
  writePosts(request: WriteRequest, signal: AbortSignal): Promise<WriteAnswer>;
};

/** Third-party stories to summarise in one or two sentences each. */
export type SummaryRequest = { niche: string; stories: readonly { title: string; text: string }[] };

export type SummaryAnswer = { usage?: ModelUsage } & (
  | /** In the order of the stories, if the model followed the request: the caller must check the count. */
  { ok: true; texts: string[] }
  | { ok: false; failure: ModelFailure; detail: string }
);

/** Summarises news. */
export type NewsModel = {
  /** Throws only if `signal` aborts, with its reason. */
  summarizeNews(request: SummaryRequest, signal: AbortSignal): Promise<SummaryAnswer>;
};
