import { Wrench } from 'lucide-react';
import { Navigate } from 'react-router';
import { paths } from '../../base/paths.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { fullMomentText, momentText } from '../../ui/time/time.ts';
import { POLL_MS, useMaintenance } from './maintenance.query.ts';
import { strings } from './maintenance.strings.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function MaintenancePage() {
  const { data, isFetching } = useMaintenance({ pollMs: POLL_MS });
  if (!data) return <Spinner label="Loading" />;
  if (!data.active && !isFetching) return <Navigate to={paths.landing} replace />;
  const shown = data.active ? data.window : null;
  const end = shown?.ends_at ?? null;
  return (
    <Notice title={strings.title} icon={<Wrench aria-hidden />}>
      <p>{shown?.message || strings.message}</p>
      {end ? (
        <p>
          {strings.completion}{' '}
          <time dateTime={end} title={fullMomentText(Date.parse(end), zone)}>
            {momentText(Date.parse(end), zone, Date.now())}
          </time>
        </p>
      ) : null}
      {shown ? <p>{shown.holds_publishing ? strings.postsWait : strings.postsGoOut}</p> : null}
      <p>{strings.waiting}</p>
    </Notice>
  );
}
