import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { call } from '../../../api/client.ts';
import { invalidate } from '../../../api/query.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../../console/ReasonDialog.tsx';

const strings = {
  button: 'Create Ad Posts',
  title: 'Create ad posts?',
  busy: 'Writing…',
  failed: 'The ad posts could not be created.',
  text: (username: string) =>
    `The AI writes two ad posts a day for the next ten days and schedules them on @${username}. Times that are taken stay as they are.`,
  created: (createdCount: number, requestedCount: number) =>
    `Created ${createdCount} of ${requestedCount} requested ad posts.`,
};

type Props = { account: XAccount; onClose: () => void };

/** Asks for the reason, generates ad posts for the account, and says how many were created. */
export function AdPostsDialog({ account, onClose }: Props) {
  async function create(reason: string): Promise<void> {
    const body = { twitterAccountId: account.id, reason };
    const { createdCount, requestedCount } = await call('POST /api/admin/ad-posts/generate', { body });
    notify.success(strings.created(createdCount, requestedCount));
    await invalidate('GET /api/posts');
  }
  return (
    <ReasonDialog
      title={strings.title}
      name={`ad-posts:${account.id}`}
      confirmLabel={strings.button}
      busyLabel={strings.busy}
      fallback={strings.failed}
      onConfirm={create}
      onClose={onClose}
    >
      <p>{strings.text(account.username)}</p>
    </ReasonDialog>
  );
}
