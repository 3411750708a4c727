import { Copy } from 'lucide-react';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import styles from './setup.module.css';
import { strings } from './two-factor.strings.ts';
import type { Picture } from './useSetup.ts';

const PICTURE_PX = 184;

/** The QR code, and the same secret as text for people who cannot scan it. */
export function QrStep({ otpauthUrl, picture }: { otpauthUrl: string; picture: Picture }) {
  const key = setupKeyOf(otpauthUrl);
  return (
    <section className={styles.step}>
      <h3>{strings.scan}</h3>
      <div className={styles.scan}>
        {picture.isError ? (
          <ErrorBox
            what={strings.qrFailed}
            message={describeError(picture.error, '')}
            requestId={requestIdOf(picture.error)}
            onRetry={() => void picture.refetch()}
          />
        ) : (
          <div className={styles.picture}>
            {picture.data ? (
              <img src={picture.data.qrCode} alt={strings.qrCode} width={PICTURE_PX} height={PICTURE_PX} />
            ) : (
              <Skeletons label={strings.setupLoading}>
                <Skeleton height={PICTURE_PX} width={PICTURE_PX} />
              </Skeletons>
            )}
          </div>
        )}
        <div className={styles.byHand}>
          <p>{strings.scanLead}</p>
          <p>{strings.byHand}</p>
          <code className={styles.key}>{key}</code>
          <TextButton onClick={() => void copyText(key.replaceAll(' ', ''), strings.keyCopied)}>
            <Copy size={16} aria-hidden />
            {strings.copyKey}
          </TextButton>
        </div>
      </div>
    </section>
  );
}

/** Copies text to the clipboard and says so, or says that the browser refused. */
async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success(done);
  } catch {
    notify.alert(strings.copyFailed);
  }
}

/** The secret in a setup's `otpauth` URL, in groups of four, for people who type it into their app. */
export function setupKeyOf(otpauthUrl: string): string {
  const secret = new URL(otpauthUrl).searchParams.get('secret') ?? '';
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}

export function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className={styles.step}>
      <header className={styles.heading}>
        <h3>{strings.keep}</h3>
        <TextButton onClick={() => void copyText(codes.join('\n'), strings.codesCopied)}>
          <Copy size={16} aria-hidden />
          {strings.copyCodes}
        </TextButton>
      </header>
      <p>{strings.keepLead}</p>
      <ul className={styles.codes} aria-label={strings.backupCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
