import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { rememberUser } from '../../../api/query.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { strings as authStrings } from '../auth.strings.ts';
import { SecretInput } from '../SecretInput.tsx';
import { CodeField } from './CodeField.tsx';
import { describeCodeError } from './describe-code-error.ts';
import styles from './setup.module.css';
import { BackupCodes, QrStep } from './setup-steps.tsx';
import { strings } from './two-factor.strings.ts';
import { useCode } from './useCode.ts';
import { isAboutPassword, type PasswordProof, usePasswordProof } from './usePasswordProof.ts';
import { useSetup } from './useSetup.ts';

/**
 * Sets up two-factor: the QR code, the backup codes, and the first authenticator code, which turns it on. If
 * the sign-in is too long ago, the password is required first, and again if the dialog stays open for long.
 */
export function SetupDialog({ onClose }: { onClose: () => void }) {
  const proof = usePasswordProof();
  const { setup, picture } = useSetup(proof);
  const code = useCode();
  const enable = useMutation({
    mutationFn: () => call('POST /api/2fa/enable', { body: { code: code.code, ...proof.body } }),
    onSuccess: ({ user }) => {
      rememberUser(user);
      notify.success(strings.nowOn);
      onClose();
    },
    onError: (error) => {
      if (!proof.takes(error)) code.refuse(describeCodeError(error));
    },
  });
  const asksFirst = proof.isNeeded && !setup.data;
  const isRefused = setup.isError && !isAboutPassword(setup.error);

  function send(): void {
    if (!proof.isGiven()) return;
    if (asksFirst) setup.mutate();
    else if (code.isComplete()) enable.mutate();
  }
  return (
    <FormDialog
      title={strings.setupTitle}
      submitLabel={asksFirst ? strings.goOn : strings.enable}
      busyLabel={asksFirst ? strings.checking : strings.enabling}
      cancelLabel={strings.cancel}
      busy={enable.isPending || (asksFirst && setup.isPending)}
      blocked={!setup.data && !asksFirst}
      onlyByButton={setup.isSuccess}
      size={560}
      onSubmit={send}
      onClose={onClose}
    >
      {isRefused ? (
        <ErrorBox
          what={strings.setupFailed}
          message={describeError(setup.error, '')}
          requestId={requestIdOf(setup.error)}
          onRetry={() => setup.mutate()}
        />
      ) : null}
      {asksFirst ? (
        <>
          <p className={styles.lead}>{strings.proofLead}</p>
          <ProofField proof={proof} />
        </>
      ) : null}
      {!asksFirst && (setup.isIdle || setup.isPending) ? <SetupSkeleton /> : null}
      {setup.data ? (
        <div className={styles.steps}>
          <QrStep otpauthUrl={setup.data.qrCode} picture={picture} />
          <BackupCodes codes={setup.data.backupCodes} />
          <div className={styles.step}>
            <h3>{strings.confirm}</h3>
            {/* Already given, unless the dialog stayed open for longer than the proof is valid. */}
            {enable.isIdle ? null : <ProofField proof={proof} />}
            <CodeField code={code} offerBackup={false} />
          </div>
        </div>
      ) : null}
    </FormDialog>
  );
}

function SetupSkeleton() {
  return (
    <Skeletons label={strings.setupLoading}>
      <Skeleton height={220} />
      <Skeleton height={180} />
      <Skeleton height={90} />
    </Skeletons>
  );
}

/** The password field, shown only if the server asks for the password. */
function ProofField({ proof }: { proof: PasswordProof }) {
  if (!proof.isNeeded) return null;
  return (
    <SecretInput
      ref={proof.field}
      label={authStrings.password}
      autoComplete="current-password"
      value={proof.password}
      onChange={(event) => proof.type(event.currentTarget.value)}
      error={proof.error}
      autoFocus
    />
  );
}
