import { buttonClasses } from '../ui/button-look.ts';
import { Notice } from '../ui/Notice.tsx';

/** Shown when the app's own code could not be loaded: the network failed, or a newer version was deployed. */
export function BootFailed() {
  return (
    <Notice
      title="Something went wrong"
      actions={
        <button type="button" className={buttonClasses({})} onClick={() => window.location.reload()}>
          Refresh Page
        </button>
      }
    >
      <p>
        {navigator.onLine
          ? 'A part of Drumbeat could not be loaded. There may be a newer version: refresh to get it.'
          : 'No Internet Connection. Refresh when you are back online.'}
      </p>
    </Notice>
  );
}
