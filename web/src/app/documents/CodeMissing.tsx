import { buttonClasses } from '../../ui/button-look.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Shown by `head.ts` when the page's own code could not be loaded: the network failed, or a newer version was deployed. */
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
