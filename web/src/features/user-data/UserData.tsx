import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { endSession, useCurrentUser } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { saveFile } from '../../ui/save-file.ts';
import styles from './user-data.module.css';
import { strings } from './user-data.strings.ts';

/** The button that downloads everything we store about the person. */
export function DownloadData() {
  const download = useMutation({
    mutationFn: () => call('GET /api/user/export'),
    onSuccess(data) {
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile('drumbeat-data.json', content);
      notify.success(strings.downloaded);
    },
    onError: (error) =>
      notify.error(describeError(error, strings.notDownloaded), { requestId: requestIdOf(error) }),
  });
  return (
    <LoadingButton
      variant="default"
      loading={download.isPending}
      loadingLabel={strings.downloading}
      onClick={() => download.mutate()}
    >
      {strings.download}
    </LoadingButton>
  );
}

const ConfirmIdentityDialog = lazyDialog(
  async () => (await import('../auth/ConfirmIdentityDialog.tsx')).ConfirmIdentityDialog,
);

/** The button that deletes the account, after asking for the password and, if two-factor is on, a code. */
export function DeleteAccount() {
  const { twoFactorEnabled } = useCurrentUser();
  const [open, setOpen] = useState(false);
  async function remove(proof: { password: string; code: string | undefined }): Promise<void> {
    const body = { password: proof.password, ...(proof.code ? { twoFactorCode: proof.code } : {}) };
    await call('DELETE /api/user', { body });
    // The guard then leads to the landing page.
    endSession('signed-out');
    notify.success(strings.removed);
  }
  return (
    <>
      <Button
        variant="default"
        className={styles.quiet ?? ''}
        {...ConfirmIdentityDialog.near}
        onClick={() => setOpen(true)}
      >
        {strings.remove}
      </Button>
      {open ? (
        <ConfirmIdentityDialog
          title={strings.removeTitle}
          keepLabel={strings.keep}
          confirmLabel={strings.remove}
          confirmingLabel={strings.removing}
          withCode={twoFactorEnabled}
          confirm={remove}
          onClose={() => setOpen(false)}
        >
          <ul className={styles.lost}>
            {strings.lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmIdentityDialog>
      ) : null}
    </>
  );
}
