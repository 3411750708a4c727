import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';

const Dialog = lazyDialog(async () => (await import('./AdPostsDialog.tsx')).AdPostsDialog);

/** For admins only: fills the next ten days of the selected account with ad posts. */
export function AdPosts({ user, account }: { user: User; account: XAccount | undefined }) {
  const [isAsking, setAsking] = useState(false);
  if (!account || !user.roles.includes('admin')) return null;
  return (
    <div>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Create Ad Posts
      </Button>
      {isAsking ? <Dialog account={account} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
