/** News for people who cannot schedule now: an introduction, then their niche's three newest stories. */
import { RefreshCw } from 'lucide-react';
import { useCurrentUser } from '../../api/query.ts';
import { PlainButton } from '../../ui/buttons/PlainButton.tsx';
import { Carousel } from '../../ui/layout/Carousel.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import styles from './NewsCarousel.module.css';
import { strings } from './news.strings.ts';
import { useNews } from './useNews.ts';

const SHOWN = 3;
const EVERY_MS = 10_000;

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
