import type { NewsItem } from '@drumbeat/contract/news/news.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import {
  followNews,
  type NewsCalls,
  type NewsUpdate,
  readNews,
  refreshNews,
  sessionProblem,
} from './follow-news.ts';

type News = { items: readonly NewsItem[]; problem: string | undefined; busy: boolean; refresh: () => void };

function callsUntil(signal: AbortSignal): NewsCalls {
  return {
    summarized: () => call('GET /api/news/summarized', {}, { signal }),
    checkFresh: (force) =>
      call('GET /api/news/check-fresh', { query: force ? { force: 'true' } : {} }, { signal }),
    wait: (ms) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  };
}

/** The news about the person's niche, while it is on screen. */
export function useNews(): News {
  const { data: user } = useUser();
  const problem = sessionProblem(user, useToken());
  const niche = user?.niche;
  const isViewed = user?.view !== undefined;
  const [items, setItems] = useState<readonly NewsItem[]>([]);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const screen = useRef(new AbortController());

  function run(follow: typeof followNews | typeof readNews, { signal }: AbortController): void {
    const tell = (update: NewsUpdate) => {
      if (signal.aborted) return;
      setFailure('problem' in update ? update.problem : undefined);
      if ('answer' in update) setItems(update.answer.news);
    };
    setBusy(true);
    void follow(callsUntil(signal), tell)
      // A wait only ends early when the screen is left.
      .catch(() => undefined)
      .finally(() => {
        if (!signal.aborted) setBusy(false);
      });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each niche, and when a session is there
  useEffect(() => {
    const controller = new AbortController();
    screen.current = controller;
    if (!problem) run(isViewed ? readNews : followNews, controller);
    return () => controller.abort();
  }, [problem, niche]);

  return { items, problem: problem ?? failure, busy, refresh: () => run(refreshNews, screen.current) };
}
