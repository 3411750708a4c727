import { paths } from '../base/paths.ts';
import { LinkButton } from '../ui/buttons/PlainButton.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';

export function NotFound() {
  return (
    <Notice title="Page not found" actions={<LinkButton to={paths.landing}>Back to Home</LinkButton>}>
      <p>There is nothing at this address. It may have moved, or the link may be incomplete.</p>
    </Notice>
  );
}
