/** The line that says whether everything is all right; it links to what it mentions. */
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../base/paths.ts';
import type { Folded } from '../cards/folded.rules.ts';
import { type HeadlineInput, headlineOf } from './headline.rules.ts';
import styles from './top.module.css';

/** The element id of the posts on the page. */
export const POSTS_ID = 'posts';

type Props = Omit<HeadlineInput, 'now' | 'plan'> & {
  planAt: (now: number) => HeadlineInput['plan'];
  folded: Folded | null;
  /** A possible action, shown beside the text. */
  action?: ReactNode;
};

const icons = { good: CircleCheck, idle: CircleDashed, attention: TriangleAlert, bad: CircleX } as const;

/** The next post is the first one in the list of scheduled posts. */
const targets = { next: `?status=scheduled#${POSTS_ID}`, plan: paths.subscription } as const;

export function Headline({ planAt, folded, action, ...props }: Props) {
  const now = useNow(20_000);
  const { tone, text, about, scheduled, failed } = headlineOf({ ...props, plan: planAt(now), now });
  const Icon = icons[tone];
  return (
    <div className={styles.headline} data-tone={tone}>
      <p className={styles.text}>
        <Icon size={20} aria-hidden className={styles.icon} />
        {about ? (
          <Link to={targets[about]} replace={about === 'next'} className={styles.about}>
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <p className={styles.counts}>
        <span>{scheduled} scheduled</span>
        <span aria-hidden>·</span>
        {failed > 0 ? (
          <Link to={`?status=failed#${POSTS_ID}`} replace className={styles.failed}>
            {failed} failed
          </Link>
        ) : (
          <span>0 failed</span>
        )}
        {folded ? (
          <>
            <span aria-hidden className={styles.apart}>
              ·
            </span>
            <span className={styles.folded}>
              {folded.text}
              {folded.offersPlans ? (
                <>
                  {' · '}
                  <Link to={paths.products}>See plans</Link>
                </>
              ) : null}
            </span>
          </>
        ) : null}
      </p>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}

/** The current time, updated at an interval and when the tab becomes visible again. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = (): void => setNow(Date.now());
    const timer = setInterval(renew, everyMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return now;
}
