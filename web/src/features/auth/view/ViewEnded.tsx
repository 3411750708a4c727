import { Notice } from '../../../ui/Notice.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { strings } from './view.strings.ts';

/** All that is left in the tab of a view when it has ended: never the sign-in page. */
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
