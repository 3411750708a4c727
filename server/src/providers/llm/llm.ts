/** What the model is told: the standing instructions, and the request itself. */
export type WriteRequest = {
  instructions: string;
  prompt: string;
  /** Another model than the configured one. */
  model?: string | null;
};

/**
 * Why no posts came: the model declined; its answer was not of the agreed form; or it could not be reached, in
 * time or at all. The first two are worth asking again at once, the last after a pause.
 */
export type ModelFailure = 'declined' | 'malformed' | 'unavailable';

/** What a call of the model read and wrote. */
export type ModelUsage = { model: string; inputTokens: number; outputTokens: number };

/** `usage` is missing where the model did not say. */
export type WriteAnswer = { usage?: ModelUsage } & (
  | { ok: true; posts: string[] }
  /** `detail` is for the log. `noSuchModel`: the endpoint refused the request as such, as it does for a model's name. */
  | { ok: false; failure: ModelFailure; detail: string; noSuchModel?: boolean }
);

/** A writer of posts. What it gives is unchecked: the caller judges every text. */
export type LanguageModel = {
  /** Throws only when `signal` aborts, and then its reason. */
  writePosts(request: WriteRequest, signal: AbortSignal): Promise<WriteAnswer>;
};

/** Stories of strangers, to be told in a sentence or two each. */
export type SummaryRequest = { niche: string; stories: readonly { title: string; text: string }[] };

export type SummaryAnswer = { usage?: ModelUsage } & (
  | /** In the order of the stories, if the model kept to what was asked: the caller counts and checks. */
  { ok: true; texts: string[] }
  | { ok: false; failure: ModelFailure; detail: string }
);

/** Tells news in its own words. */
export type NewsModel = {
  /** Throws only when `signal` aborts, and then its reason. */
  summarizeNews(request: SummaryRequest, signal: AbortSignal): Promise<SummaryAnswer>;
};
