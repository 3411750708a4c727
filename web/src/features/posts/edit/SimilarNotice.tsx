/** Asks to confirm a text like another post, listing the person's own. The button next to it confirms. */
import { momentText } from '../../../ui/time/time.ts';
import styles from './edit.module.css';
import type { SimilarQuestion } from './similar.rules.ts';

type Props = { question: SimilarQuestion | null; timeZone: string };

export function SimilarNotice({ question, timeZone }: Props) {
  if (!question) return null;
  const now = Date.now();
  return (
    <div className={styles.notice} role="alert">
      <p>{question.message}</p>
      {question.own.length > 0 ? (
        <ul className={styles.posts} aria-label="Similar posts">
          {question.own.map(({ id, content, scheduledTime }) => (
            <li key={id}>
              <span className={styles.similarNoticeTime}>
                {momentText(Date.parse(scheduledTime), timeZone, now)}
              </span>
              <span className={styles.words}>{content}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
