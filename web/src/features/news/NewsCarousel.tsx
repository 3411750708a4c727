import type { NewsItem } from '@drumbeat/contract/news/news.ts';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useCurrentUser, useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import { PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { Carousel } from '../../ui/layout/Carousel.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import {
  followNews,
  type NewsCalls,
  type NewsUpdate,
  readNews,
  refreshNews,
  sessionProblem,
  strings,
} from './follow-news.ts';
import styles from './NewsCarousel.module.css';

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
function useNews(): News {
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

const SHOWN = 3;

const EVERY_MS = 10_000;

/** News for people who cannot schedule now: an introduction, then their niche's three newest stories. */
export function NewsCarousel() {
  const { niche, timeZone } = useCurrentUser();
  const { items, problem, busy, refresh } = useNews();
  const intro = (
    <div key="intro">
      <h3 className={styles.title}>{strings.introTitle}</h3>
      <p className={styles.text}>{strings.intro(niche)}</p>
    </div>
  );
  const stories = items.slice(0, SHOWN).map(({ title, summary, publishedAt }) => (
    <article key={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{summary}</p>
      <p className={styles.when}>
        <TimeText iso={publishedAt} timeZone={timeZone} />
      </p>
    </article>
  ));
  return (
    <Section
      title={strings.title(niche)}
      actions={
        <PlainButton look="quiet" aria-label={strings.refresh} disabled={busy} onClick={refresh}>
          <RefreshCw size={16} aria-hidden />
        </PlainButton>
      }
    >
      <Carousel label="Stories" everyMs={EVERY_MS} slides={[intro, ...stories]} />
      <p className={styles.problem} role="status">
        {problem}
      </p>
    </Section>
  );
}
