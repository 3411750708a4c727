import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { call } from '../../../api/client.ts';
import { messageOf, requestIdOf } from '../../../api/errors.ts';
import { rememberUser } from '../../../api/query.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorBox } from '../../../ui/ErrorBox.tsx';
import { LoadingButton } from '../../../ui/LoadingButton.tsx';
import { Skeleton, Skeletons } from '../../../ui/Skeletons.tsx';
import { notify } from '../../../ui/toasts.ts';
import { BackupCodes } from './BackupCodes.tsx';
import { CodeField } from './CodeField.tsx';
import { describeCodeError } from './describe-code-error.ts';
import { QrStep } from './QrStep.tsx';
import styles from './setup.module.css';
import { strings } from './two-factor.strings.ts';
import { useCode } from './useCode.ts';
import { useSetup } from './useSetup.ts';

/** Sets two-factor up: QR code, backup codes, and the first code of the app, which turns it on. */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { setup, picture } = useSetup();
  const code = useCode();
  const enable = useMutation({
    mutationFn: () => call('POST /api/2fa/enable', { body: { code: code.code } }),
    onSuccess: ({ user }) => {
      rememberUser(user);
      notify.success(strings.nowOn);
      onClose();
    },
    onError: (error) => code.refuse(describeCodeError(error)),
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    if (!enable.isPending && code.isComplete()) enable.mutate();
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={enable.isPending}>
        {strings.cancel}
      </Button>
      <LoadingButton
        type="submit"
        form={formId}
        disabled={!setup.data}
        loading={enable.isPending}
        loadingLabel={strings.enabling}
      >
        {strings.enable}
      </LoadingButton>
    </>
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={strings.setupTitle}
      onlyByButton={setup.isSuccess}
      locked={enable.isPending}
      footer={footer}
      size={560}
    >
      {setup.isError ? (
        <ErrorBox
          what={strings.setupFailed}
          message={messageOf(setup.error, '')}
          requestId={requestIdOf(setup.error)}
          onRetry={() => void setup.refetch()}
        />
      ) : null}
      {setup.isPending ? (
        <Skeletons label={strings.setupLoading}>
          <Skeleton height={220} />
          <Skeleton height={180} />
          <Skeleton height={90} />
        </Skeletons>
      ) : null}
      {setup.data ? (
        <div className={styles.steps}>
          <QrStep otpauthUrl={setup.data.qrCode} picture={picture} />
          <BackupCodes codes={setup.data.backupCodes} />
          <form id={formId} className={styles.step} noValidate onSubmit={send}>
            <h3>{strings.confirm}</h3>
            <CodeField code={code} offerBackup={false} />
          </form>
        </div>
      ) : null}
    </Dialog>
  );
}
