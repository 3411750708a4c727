import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { rememberUser } from '../../../api/query.ts';
import { ErrorBox } from '../../../ui/ErrorBox.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
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
  function send(): void {
    if (code.isComplete()) enable.mutate();
  }
  return (
    <FormDialog
      title={strings.setupTitle}
      submitLabel={strings.enable}
      busyLabel={strings.enabling}
      cancelLabel={strings.cancel}
      busy={enable.isPending}
      blocked={!setup.data}
      onlyByButton={setup.isSuccess}
      size={560}
      onSubmit={send}
      onClose={onClose}
    >
      {setup.isError ? (
        <ErrorBox
          what={strings.setupFailed}
          message={describeError(setup.error, '')}
          requestId={requestIdOf(setup.error)}
          onRetry={() => setup.mutate()}
        />
      ) : null}
      {setup.isIdle || setup.isPending ? (
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
          <div className={styles.step}>
            <h3>{strings.confirm}</h3>
            <CodeField code={code} offerBackup={false} />
          </div>
        </div>
      ) : null}
    </FormDialog>
  );
}
