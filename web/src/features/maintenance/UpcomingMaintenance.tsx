import { Banner } from '../../ui/feedback/Banner.tsx';
import { fullMomentText, momentPhrase } from '../../ui/time/time.ts';
import { useMaintenance } from './maintenance.query.ts';
import { strings } from './maintenance.strings.ts';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Announces planned maintenance with its message. Renders nothing if none is planned. */
export function UpcomingMaintenance({ timeZone = browserZone }: { timeZone?: string | undefined }) {
  const { data } = useMaintenance();
  const now = Date.now();
  const upcoming = data?.window;
  if (!upcoming || upcoming.canceled_at !== null) return null;
  const start = Date.parse(upcoming.starts_at);
  if (!(start > now)) return null;
  return (
    <Banner id={`maintenance-${upcoming.id}`} tone="warning">
      <strong>
        Maintenance starts{' '}
        <time dateTime={upcoming.starts_at} title={fullMomentText(start, timeZone)}>
          {momentPhrase(start, timeZone, now)}
        </time>
        .
      </strong>{' '}
      {upcoming.message} {upcoming.holds_publishing ? strings.postsWait : strings.postsGoOut}
    </Banner>
  );
}
