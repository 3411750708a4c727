/** One draft as X will show it: rewritten, moved or replaced in place, and removed with one click. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import { useState } from 'react';
import { timeText } from '../../../ui/time/time.ts';
import { XAvatar } from '../../accounts/XAvatar.tsx';
import { LinkSign } from '../../costs/LinkSign.tsx';
import { SourceLinks } from '../../facts/SourceLinks.tsx';
import { CharacterCounter } from '../../posts/edit/DraftLine.tsx';
import type { Landing } from '../../posts/move/move.rules.ts';
import { NearnessSign } from '../../voice/NearnessSign.tsx';
import { generationStrings as strings } from '../generation.strings.ts';
import { EditDraft, MoveDraft } from './DraftForms.tsx';
import { type DraftChange, type DraftLimits, draftProblem } from './drafts.rules.ts';
import styles from './PreviewPost.module.css';
import { PreviewTools } from './PreviewTools.tsx';

type Props = {
  draft: DraftPost;
  removed: readonly DraftPost[];
  nearness: Nearness | null;
  account: XAccount | undefined;
  limitsAt: (now: number) => DraftLimits;
  landingOf: (wall: string) => Landing;
  /** The text before the edit; null while it is not being edited. */
  before: string | null;
  onBefore: (text: string | null) => void;
  disabled: boolean;
  onChange: (change: DraftChange) => void;
};

const problemWords = { empty: strings.empty, long: strings.tooLong } as const;

export function PreviewPost(props: Props) {
  const { draft, removed, account, limitsAt, landingOf, before, onBefore, disabled, onChange } = props;
  const [isMoving, setMoving] = useState(false);
  const { id, content } = draft;
  const { zone } = limitsAt(Date.now());
  const clock = timeText(Date.parse(draft.scheduledTime), zone);
  const problem = draftProblem(draft);
  const isEditing = before !== null;

  function edit(to: string): void {
    onChange({ do: 'edit', id, content: to });
  }
  /** Focuses the draft's tool after it has been rendered again, in another place if it was moved to another day. */
  function focusTool(which: 'edit' | 'move'): void {
    const tool = `[data-draft="${CSS.escape(id)}"] [data-${which}]`;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(tool)?.focus());
  }
  function finish(): void {
    onBefore(null);
    focusTool('edit');
  }
  function cancel(): void {
    if (before !== null) edit(before);
    finish();
  }

  return (
    <article
      className={styles.post}
      data-draft={id}
      data-editing={isEditing || isMoving || undefined}
      data-problem={problem ?? undefined}
      aria-label={`Post at ${clock}`}
    >
      <header className={styles.header}>
        {account ? <XAvatar account={account} size={20} /> : null}
        <span className={styles.name}>{account ? `@${account.username}` : ''}</span>
        <time className={styles.time} dateTime={draft.scheduledTime}>
          {clock}
        </time>
      </header>
      {isMoving ? (
        <MoveDraft
          draft={draft}
          limits={limitsAt(Date.now())}
          landingOf={landingOf}
          onMove={(to) => onChange({ do: 'move', id, to })}
          onEnd={() => {
            setMoving(false);
            focusTool('move');
          }}
        />
      ) : null}
      {isEditing ? (
        <EditDraft
          draft={draft}
          accountId={account?.id}
          onEdit={(to, sources) => onChange({ do: 'edit', id, content: to, ...(sources && { sources }) })}
          onDone={finish}
          onCancel={cancel}
        />
      ) : (
        <p className={styles.words}>{content}</p>
      )}
      <SourceLinks text={content} sources={draft.sources ?? []} />
      {isEditing ? null : <NearnessSign nearness={props.nearness} />}
      <footer className={styles.footer}>
        <span className={styles.count}>
          {problem ? <strong className={styles.problem}>{problemWords[problem]}</strong> : null}
          <LinkSign content={content} />
          <CharacterCounter weight={weightedLength(content)} />
        </span>
        {isEditing ? (
          <span className={styles.ends}>
            <button type="button" className={styles.word} onClick={cancel}>
              {strings.cancel}
            </button>
            <button type="button" className={styles.word} data-main onClick={finish}>
              {strings.done}
            </button>
          </span>
        ) : null}
        {isEditing || isMoving ? null : (
          <PreviewTools
            clock={clock}
            removed={removed}
            disabled={disabled}
            onEdit={() => onBefore(content)}
            onMove={() => setMoving(true)}
            onWriteAnother={() => {
              onBefore(content);
              edit('');
            }}
            onReplace={(by) => onChange({ do: 'replace', id, by })}
            onRemove={() => onChange({ do: 'remove', id })}
          />
        )}
      </footer>
    </article>
  );
}
