import { HINT_MAX, type RewriteWay } from '@drumbeat/contract/posts/rewrite.rules.ts';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { describeError, isOurFault, requestIdOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { useMenuButton } from '../../../ui/buttons/useMenuButton.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { NearnessSign } from '../../voice/NearnessSign.tsx';
import { rewriteStrings as strings } from './rewrite.strings.ts';
import type { Rewriting } from './useRewrite.ts';
import styles from './WriteAgain.module.css';

type Props = {
  value: string;
  busy: boolean;
  onChange: (to: string) => void;
  onSend: () => void;
  onEnd: () => void;
};

/** What to change, in the person's words. Enter sends it, Escape closes it. */
function HintField({ value, busy, onChange, onSend, onEnd }: Props) {
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

const WriteAgainItems = lazyDialog(async () => (await import('./WriteAgainItems.tsx')).WriteAgainItems);

/**
 * Below the field of a post: generates another version of the text, and goes back to earlier ones.
 *
 *     const again = useRewrite({ accountId, text: content, onText: (to) => change(to) });
 *     <Textarea readOnly={again.isBusy} … />
 *     <WriteAgain again={again} />
 */
export function WriteAgain({ again }: { again: Rewriting }) {
  const { button, menu } = useMenuButton(WriteAgainItems.preload);
  /** The hint as typed; null while its field is closed. */
  const [hint, setHint] = useState<string | null>(null);
  const group = useRef<HTMLDivElement>(null);

  function focusButton(): void {
    group.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  }
  function choose(way: RewriteWay): void {
    if (way === 'hint') setHint('');
    else {
      setHint(null);
      again.start({ way });
    }
  }
  function endHint(): void {
    again.cancel();
    setHint(null);
    focusButton();
  }
  /** Escape closes only the menu, not the dialog around it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && menu.opened) event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields that are sent
    <div ref={group} className={styles.group} role="group" aria-label={strings.again} onKeyDown={onKeyDown}>
      <div className={styles.line}>
        <LoadingButton
          {...button}
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={styles.again ?? ''}
          rightSection={<ChevronDown size={14} aria-hidden />}
          loading={again.isBusy}
          loadingLabel={strings.busy}
          waiting={again.isWaiting}
          disabled={!again.hasText}
        >
          {strings.again}
        </LoadingButton>
        <Outcome again={again} onEnd={focusButton} />
      </div>
      <WriteAgainItems {...menu} onChoose={choose} />
      {hint === null ? null : (
        <HintField
          value={hint}
          busy={again.isBusy}
          onChange={setHint}
          onSend={() => again.start({ way: 'hint', hint: hint.trim() }, endHint)}
          onEnd={endHint}
        />
      )}
      {again.error && !again.isBusy ? (
        <div className={styles.problem} role="alert">
          <p>{describeError(again.error, strings.failed)}</p>
          {isOurFault(again.error) ? <RequestId id={requestIdOf(again.error)} /> : null}
        </div>
      ) : null}
    </div>
  );
}

/** The result, with undo and redo. `onEnd` is called when the pressed button disappears. */
function Outcome({ again, onEnd }: { again: Rewriting; onEnd: () => void }) {
  const { canUndo, canRedo, isBusy, answer } = again;
  const isShown = !isBusy && (canUndo || canRedo);
  const words = canUndo ? strings.rewritten : strings.undone;
  return (
    <>
      <span className={styles.outcome}>
        <span role="status">{isShown ? words : ''}</span>
        {isShown && canUndo ? (
          <TextButton
            onClick={() => {
              again.undo();
              onEnd();
            }}
          >
            {strings.undo}
          </TextButton>
        ) : null}
        {isShown && canRedo ? (
          <TextButton
            onClick={() => {
              again.redo();
              onEnd();
            }}
          >
            {strings.redo}
          </TextButton>
        ) : null}
      </span>
      {isShown && canUndo ? <NearnessSign nearness={answer?.nearness} /> : null}
    </>
  );
}
