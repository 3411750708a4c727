/**
 * An instant as 'Tomorrow 09:00', with the full date, zone and offset on hover and focus.
 * `inSentence` makes it 'tomorrow 09:00'.
 * `<TimeText iso={post.scheduledTime} timeZone={user.timeZone} />`
 */

import { TipArea } from '../buttons/TipArea.tsx';
import styles from './TimeText.module.css';
import { dayTimePhrase, fullMomentText, momentText } from './time.ts';

type Props = { iso: string; timeZone: string; now?: number; inSentence?: boolean };

export function TimeText({ iso, timeZone, now = Date.now(), inSentence = false }: Props) {
  const time = Date.parse(iso);
  if (!Number.isFinite(time)) return <span>Invalid date</span>;
  const full = fullMomentText(time, timeZone);
  return (
    <TipArea inline>
      <time
        dateTime={iso}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard
        tabIndex={0}
        className={styles.time}
        data-tip={full}
        aria-description={full}
      >
        {inSentence ? dayTimePhrase(time, timeZone, now) : momentText(time, timeZone, now)}
      </time>
    </TipArea>
  );
}
