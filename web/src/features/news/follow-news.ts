/** Fetches news and polls until it is fresh. Independent of React; the calls are passed in. */
import type { NewsAnswer } from '@drumbeat/contract/news/news.ts';
import { ApiError } from '../../api/errors.ts';

export const strings = {
  title: (niche: string) => `News in ${niche}`,
  introTitle: "What's new in your niche",
  intro: (niche: string) =>
    `Short summaries of recent ${niche} stories, for ideas while your calendar runs. Edit any post to pick one up.`,
  refresh: 'Refresh news',
  noUser: 'User not authenticated',
  badToken: 'Invalid authentication token',
  fetchFailed: 'Failed to fetch news',
  checkFailed: 'Failed to check for fresh news',
  refreshFailed: 'Failed to force refresh news',
} as const;

const POLL_MS = 5_000;

const POLL_ATTEMPTS = 10;

const TOKEN_MIN = 10;

export type NewsCalls = {
  summarized(): Promise<NewsAnswer>;
  checkFresh(force: boolean): Promise<NewsAnswer>;
  /** Resolves after this many milliseconds; rejects when the screen is left. */
  wait(ms: number): Promise<void>;
};

export type NewsUpdate = { answer: NewsAnswer } | { problem: string };

/** Why news cannot be requested; undefined if it can. */
export function sessionProblem(user: object | undefined, token: string | null): string | undefined {
  if (!user) return strings.noUser;
  return token === null || token.length < TOKEN_MIN ? strings.badToken : undefined;
}

function problemOf(error: unknown, words: string): string {
  if (error instanceof ApiError && error.code === 'VIEW_ONLY') return error.message;
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
  return refused ? strings.badToken : words;
}

let checking: Promise<unknown> | undefined;

/** Only one check runs at a time; a second caller gets the answer of the running one. */
function checkOnce(calls: NewsCalls, force: boolean): Promise<NewsAnswer> {
  const running = checking as Promise<NewsAnswer> | undefined;
  if (running) return running;
  const check = calls.checkFresh(force).finally(() => {
    checking = undefined;
  });
  checking = check;
  return check;
}

const isDone = ({ fresh, dailyLimitReached }: NewsAnswer): boolean => fresh || dailyLimitReached;

async function pollFresh(calls: NewsCalls, tell: (update: NewsUpdate) => void): Promise<void> {
  for (let attempt = 1; attempt <= POLL_ATTEMPTS; attempt += 1) {
    await calls.wait(POLL_MS);
    try {
      const answer = await checkOnce(calls, false);
      tell({ answer });
      if (isDone(answer)) return;
    } catch (error) {
      tell({ problem: problemOf(error, strings.checkFailed) });
      return;
    }
  }
}

/** Reports the currently known news; returns whether nothing more will come. Triggers no refresh. */
export async function readNews(
  calls: Pick<NewsCalls, 'summarized'>,
  tell: (update: NewsUpdate) => void,
): Promise<boolean> {
  try {
    const answer = await calls.summarized();
    tell({ answer });
    return answer.fresh && answer.fromCache;
  } catch (error) {
    tell({ problem: problemOf(error, strings.fetchFailed) });
    return true;
  }
}

/** Reports the known news, then polls until it is fresh, the daily limit is reached, or after ten polls. */
export async function followNews(calls: NewsCalls, tell: (update: NewsUpdate) => void): Promise<void> {
  if (!(await readNews(calls, tell))) await pollFresh(calls, tell);
}

/** Triggers a refresh, then polls until it is there. */
export async function refreshNews(calls: NewsCalls, tell: (update: NewsUpdate) => void): Promise<void> {
  try {
    const answer = await checkOnce(calls, true);
    tell({ answer });
    if (isDone(answer)) return;
  } catch (error) {
    tell({ problem: problemOf(error, strings.refreshFailed) });
    return;
  }
  await pollFresh(calls, tell);
}
