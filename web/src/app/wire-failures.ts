import type { createBrowserRouter } from 'react-router';
import { reactToFailures } from '../api/client.ts';
import { endSession } from '../api/query.ts';
import { lastRequestId } from '../api/request.ts';
import { getToken } from '../api/session.ts';
import { isAuthPath, paths } from '../base/paths.ts';
import { isViewTab } from '../base/view-tab.ts';
import { recheckMaintenance } from '../features/maintenance/maintenance.query.ts';
import { strings } from '../features/maintenance/maintenance.strings.ts';
import { currentToasts, notify, quoteRequestsFrom } from '../ui/toasts.ts';
import { tellLeavingBy } from '../ui/useBackCloses.ts';

/**
 * What the app does on a 401 or a maintenance answer of any call, where toasts read the last request's id, and how a
 * sheet that closes knows that the person goes to another page.
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
      // Its frame says that the view has ended.
      if (isViewTab()) return;
      notify.info('Your session has ended. Please sign in again.');
    },
    viewOnly(message) {
      // After the screen, which may tell it itself or have words of its own for a failure.
      setTimeout(() => {
        if (!currentToasts().some((toast) => toast.message === message)) notify.alert(message);
      });
    },
  });
}
