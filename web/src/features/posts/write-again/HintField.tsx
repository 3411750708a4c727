/** What to change, in the person's words. Enter sends it, Escape closes it. */
import { HINT_MAX } from '@drumbeat/contract/posts/rewrite.rules.ts';
import { type KeyboardEvent, useId } from 'react';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { rewriteStrings as strings } from './rewrite.strings.ts';
import styles from './WriteAgain.module.css';

type Props = {
  value: string;
  busy: boolean;
  onChange: (to: string) => void;
  onSend: () => void;
  onEnd: () => void;
};

export function HintField({ value, busy, onChange, onSend, onEnd }: Props) {
  const id = useId();
  const isEmpty = value.trim() === '';
  /** Handles both keys here, because the surrounding editor uses them too. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onEnd();
    else if (!isEmpty && !busy && !event.nativeEvent.isComposing) onSend();
  }
  return (
    <div className={styles.hint}>
      <span className={styles.label}>
        <label htmlFor={id}>{strings.hintLabel}</label>
        <span id={`${id}-count`}>
          {value.length} / {HINT_MAX}
        </span>
      </span>
      <span className={styles.entry}>
        <input
          id={id}
          className={styles.input}
          value={value}
          maxLength={HINT_MAX}
          placeholder={strings.hintExample}
          autoComplete="off"
          readOnly={busy}
          aria-describedby={`${id}-count`}
          data-mantine-stop-propagation="true"
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
          autoFocus
        />
        <LoadingButton
          variant="default"
          size="sm"
          className={styles.send ?? ''}
          loading={busy}
          disabled={isEmpty}
          onClick={onSend}
        >
          {strings.send}
        </LoadingButton>
      </span>
    </div>
  );
}
