/**
 * An instant as 'Tomorrow 09:00', with the full date, zone and offset on hover and focus.
 * `<TimeText iso={post.scheduledTime} timeZone={user.timeZone} />`
 */
import { Tooltip } from '@mantine/core';
import styles from './TimeText.module.css';
import { fullMomentText, momentText } from './time.ts';

type Props = { iso: string; timeZone: string; now?: number };

export function TimeText({ iso, timeZone, now = Date.now() }: Props) {
  const time = Date.parse(iso);
  if (!Number.isFinite(time)) return <span>Invalid date</span>;
  return (
    <Tooltip label={fullMomentText(time, timeZone)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <time dateTime={iso} tabIndex={0} className={styles.time}>
        {momentText(time, timeZone, now)}
      </time>
    </Tooltip>
  );
}
