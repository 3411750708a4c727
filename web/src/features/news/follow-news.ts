/** Fetching news, and looking again until it is fresh. Nothing of React; the calls are handed in. */
import type { NewsAnswer } from '@drumbeat/contract/news.ts';
import { ApiError } from '../../api/errors.ts';
import { strings } from './news.strings.ts';

const POLL_MS = 5_000;
const POLL_ATTEMPTS = 10;
const TOKEN_MIN = 10;

export type NewsCalls = {
  summarized(): Promise<NewsAnswer>;
  checkFresh(force: boolean): Promise<NewsAnswer>;
  /** Resolves after so many milliseconds, or rejects when the screen is left. */
  wait(ms: number): Promise<void>;
};
export type NewsUpdate = { answer: NewsAnswer } | { problem: string };

/** Why news cannot be asked for; undefined if it can. */
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

/** One check at a time: another waits for it and has its answer. */
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

/** Tells the news as it is known; returns whether there is nothing more to come. Without a change of anything. */
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

/** Tells the news as it is known, then again with each look until it is fresh, the day is used up, or ten looks were made. */
export async function followNews(calls: NewsCalls, tell: (update: NewsUpdate) => void): Promise<void> {
  if (!(await readNews(calls, tell))) await pollFresh(calls, tell);
}

/** Has news fetched now, and looks again until it is there. */
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
