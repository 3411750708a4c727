import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { queryClient } from '../../../api/query.ts';
import { setToken } from '../../../api/session.ts';
import { useToken } from '../../../api/useToken.ts';
import { paths } from '../../../base/paths.ts';
import { isViewTab } from '../../../base/view-tab.ts';
import { PlainButton } from '../../../ui/buttons/PlainButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { awaitToken } from '../hand-over-view.ts';

export const strings = {
  opening: 'Opening the view',
  bar: 'View of a customer',
  viewing: 'Viewing as',
  readOnly: 'read-only',
  ends: (time: string) => `ends ${time}`,
  stop: 'Stop',
  stopping: 'Stopping…',
  notStopped: 'The view could not be stopped. Please try again.',
  endedTitle: 'This view has ended',
  ended: 'Close this tab. To look again, open a view from the console.',
  close: 'Close this tab',
} as const;

/** Shown in a view tab once the view has ended, instead of the sign-in page. */
export function ViewEnded() {
  return (
    <Notice
      title={strings.endedTitle}
      actions={<PlainButton onClick={() => window.close()}>{strings.close}</PlainButton>}
    >
      <p role="status">{strings.ended}</p>
    </Notice>
  );
}

/** Opened by the console in the view tab: waits for the token, then goes to the customer's dashboard. */
export function ViewPage() {
  const token = useToken();
  if (!isViewTab()) return <Navigate to={paths.landing} replace />;
  return token ? <Navigate to={paths.dashboard} replace /> : <Waiting />;
}

function Waiting() {
  const [isOver, setOver] = useState(false);
  const navigate = useNavigate();
  const begin = useEffectEvent((token: string) => {
    queryClient.clear();
    setToken(token);
    void navigate(paths.dashboard, { replace: true });
  });
  useEffect(() => awaitToken({ onToken: (token) => begin(token), onNone: () => setOver(true) }), []);
  return isOver ? <ViewEnded /> : <Spinner now label={strings.opening} />;
}
