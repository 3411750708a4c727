import type { createBrowserRouter } from 'react-router';
import { reactToFailures } from '../api/client.ts';
import { endSession } from '../api/query.ts';
import { lastRequestId } from '../api/request.ts';
import { getToken } from '../api/session.ts';
import { isAuthPath, paths } from '../base/paths.ts';
import { isViewTab } from '../base/view-tab.ts';
import { recheckMaintenance } from '../features/maintenance/maintenance.query.ts';
import { strings } from '../features/maintenance/maintenance.strings.ts';
import { tellLeavingBy } from '../ui/dialogs/useBackCloses.ts';
import { currentToasts, notify, quoteRequestsFrom } from '../ui/feedback/toasts.ts';

/**
 * Connects the layers below: what happens when any call returns a 401 or a maintenance error, where toasts
 * get the last request's id, and how a closing sheet knows that the person is navigating away.
 */
export function wireFailures(router: ReturnType<typeof createBrowserRouter>): void {
  quoteRequestsFrom(lastRequestId);
  tellLeavingBy(() => router.state.navigation.state !== 'idle');
  reactToFailures({
    maintenance() {
      const { pathname } = router.state.location;
      if (pathname === paths.maintenance || isAuthPath(pathname)) return;
      notify.error(strings.toast);
      void recheckMaintenance();
      void router.navigate(paths.maintenance);
    },
    sessionRefused(token) {
      if (getToken() !== token) return;
      endSession('expired');
      // The frame of the view already says that it has ended.
      if (isViewTab()) return;
      notify.info('Your session has ended. Please sign in again.');
    },
    viewOnly(message) {
      // Runs after the screen's own handling, which may already have shown this message.
      setTimeout(() => {
        if (!currentToasts().some((toast) => toast.message === message)) notify.alert(message);
      });
    },
  });
}
