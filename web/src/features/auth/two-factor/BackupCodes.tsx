import { Copy } from 'lucide-react';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { copyText } from './copy-text.ts';
import styles from './setup.module.css';
import { strings } from './two-factor.strings.ts';

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
