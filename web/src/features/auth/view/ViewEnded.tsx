import { Notice } from '../../../ui/Notice.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { strings } from './view.strings.ts';

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
