import { buttonClasses } from '../../ui/buttons/button-look.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** Shown by `head.ts` if the page's code fails to load, because of the network or a newer deployment. */
export function CodeMissing() {
  return (
    <Notice
      title="Something went wrong"
      actions={
        <button type="button" className={buttonClasses({})} data-refresh>
          Refresh Page
        </button>
      }
    >
      <p>
        A part of Drumbeat could not be loaded. You may be offline, or there is a newer version: refresh to
        get it.
      </p>
    </Notice>
  );
}
