import { TextInput } from '@mantine/core';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import styles from './setup.module.css';
import { strings } from './two-factor.strings.ts';
import type { Code } from './useCode.ts';

type Props = { code: Code; disabled?: boolean; autoFocus?: boolean; offerBackup?: boolean };

/** The field for a code, with a switch to backup codes. */
export function CodeField({ code, disabled = false, autoFocus = false, offerBackup = true }: Props) {
  const app = code.kind === 'app';
  return (
    <div className={styles.codeField}>
      <TextInput
        ref={code.input}
        label={app ? strings.code : strings.backupCode}
        classNames={{ input: styles.code ?? '' }}
        value={code.code}
        onChange={(event) => code.type(event.currentTarget.value)}
        error={code.error}
        disabled={disabled}
        inputMode={app ? 'numeric' : 'text'}
        autoComplete={app ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={autoFocus || undefined}
      />
      {offerBackup ? (
        <TextButton onClick={() => code.turnTo(app ? 'backup' : 'app')}>
          {app ? strings.useBackup : strings.useApp}
        </TextButton>
      ) : null}
    </div>
  );
}
