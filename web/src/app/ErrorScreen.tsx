import { TriangleAlert } from 'lucide-react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { lastRequestId } from '../api/request.ts';
import { PlainButton } from '../ui/buttons/PlainButton.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { OfflineBanner } from '../ui/feedback/OfflineBanner.tsx';
import { RequestId } from '../ui/feedback/RequestId.tsx';

/** What to show for a crash: our own message, or that a part of the app failed to load. Never a stack. */
function describeCrash(error: unknown): string {
  if (error instanceof ApiError && error.said) return error.message;
  if (isRouteErrorResponse(error)) return `The page answered ${error.status}.`;
  if (error instanceof TypeError && /import|module|preload/i.test(error.message)) {
    return 'A part of Drumbeat could not be loaded. There may be a newer version: refresh to get it.';
  }
  return 'Drumbeat ran into an unexpected problem. Nothing you saved is lost.';
}

export function ErrorScreen() {
  const error = useRouteError();
  return (
    <Notice
      title="Something went wrong"
      icon={<TriangleAlert aria-hidden />}
      actions={<PlainButton onClick={() => window.location.reload()}>Refresh Page</PlainButton>}
    >
      <OfflineBanner />
      <p>{describeCrash(error)}</p>
      <RequestId id={lastRequestId()} />
    </Notice>
  );
}
