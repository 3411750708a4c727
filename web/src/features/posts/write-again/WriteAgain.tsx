/**
 * Below the field of a post: generates another version of the text, and goes back to earlier ones.
 *
 *     const again = useRewrite({ accountId, text: content, onText: (to) => change(to) });
 *     <Textarea readOnly={again.isBusy} … />
 *     <WriteAgain again={again} />
 */
import type { RewriteWay } from '@drumbeat/contract/posts/rewrite.rules.ts';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { describeError, isOurFault, requestIdOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { useMenuButton } from '../../../ui/buttons/useMenuButton.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { NearnessSign } from '../../voice/NearnessSign.tsx';
import { HintField } from './HintField.tsx';
import { rewriteStrings as strings } from './rewrite.strings.ts';
import type { Rewriting } from './useRewrite.ts';
import styles from './WriteAgain.module.css';

const WriteAgainItems = lazyDialog(async () => (await import('./WriteAgainItems.tsx')).WriteAgainItems);

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
