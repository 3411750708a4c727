import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../../console/ReasonDialog.tsx';
import { adStrings } from './ad-posts.strings.ts';

type Props = { account: XAccount; onClose: () => void };

/** Asks for the reason, generates ad posts for the account, and says how many were created. */
export function AdPostsDialog({ account, onClose }: Props) {
  async function create(reason: string): Promise<void> {
    const body = { twitterAccountId: account.id, reason };
    const { createdCount, requestedCount } = await call('POST /api/admin/ad-posts/generate', { body });
    notify.success(adStrings.created(createdCount, requestedCount));
    await invalidate('GET /api/posts');
  }
  return (
    <ReasonDialog
      title={adStrings.title}
      name={`ad-posts:${account.id}`}
      confirmLabel={adStrings.button}
      busyLabel={adStrings.busy}
      fallback={adStrings.failed}
      onConfirm={create}
      onClose={onClose}
    >
      <p>{adStrings.text(account.username)}</p>
    </ReasonDialog>
  );
}
