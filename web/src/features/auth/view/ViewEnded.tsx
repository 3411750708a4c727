import { PlainButton } from '../../../ui/buttons/PlainButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
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
