/** One draft as X will show it; rewritten in place, removed with one press. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { DraftPost } from '@drumbeat/contract/generation.ts';
import { weightedLength } from '@drumbeat/contract/weighted-length.rules.ts';
import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { timeText } from '../../../ui/time.ts';
import { XAvatar } from '../../accounts/XAvatar.tsx';
import { CharacterCounter } from '../../posts/CharacterCounter.tsx';
import styles from './PreviewPost.module.css';

type Props = {
  draft: DraftPost;
  account: XAccount | undefined;
  timeZone: string;
  disabled: boolean;
  onEdit: (content: string) => void;
  onRemove: () => void;
};

/** Focus stays in the row of buttons, for removing several drafts one after the other. */
function focusNeighbour(button: HTMLElement): void {
  const all = [...(button.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
  const at = all.indexOf(button);
  (all[at + 1] ?? all[at - 1])?.focus();
}

export function PreviewPost({ draft, account, timeZone, disabled, onEdit, onRemove }: Props) {
  const [before, setBefore] = useState<string | null>(null);
  const isEditing = before !== null;
  const clock = timeText(Date.parse(draft.scheduledTime), timeZone);

  const toggle = useRef<HTMLButtonElement>(null);

  function finish(): void {
    setBefore(null);
    toggle.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) finish();
    if (event.key !== 'Escape') return;
    if (before !== null) onEdit(before);
    finish();
  }

  return (
    <article className={styles.post} data-editing={isEditing || undefined} aria-label={`Post at ${clock}`}>
      <header className={styles.header}>
        {account ? <XAvatar account={account} size={20} /> : null}
        <span className={styles.name}>{account ? `@${account.username}` : ''}</span>
        <time className={styles.time} dateTime={draft.scheduledTime}>
          {clock}
        </time>
      </header>
      {isEditing ? (
        <textarea
          className={styles.field}
          aria-label="Post content"
          data-mantine-stop-propagation="true"
          value={draft.content}
          onChange={(event) => onEdit(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
          autoFocus
        />
      ) : (
        <p className={styles.words}>{draft.content}</p>
      )}
      <footer className={styles.footer}>
        <CharacterCounter weight={weightedLength(draft.content)} />
        <span className={styles.tools}>
          <button
            ref={toggle}
            type="button"
            className={styles.tool}
            onClick={() => setBefore(isEditing ? null : draft.content)}
            disabled={disabled}
            aria-label={isEditing ? 'Done' : 'Edit this post'}
          >
            {isEditing ? <Check size={15} aria-hidden /> : <Pencil size={14} aria-hidden />}
          </button>
          <button
            type="button"
            className={styles.tool}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              onRemove();
            }}
            data-remove
            disabled={disabled}
            aria-label="Remove this post"
          >
            <X size={15} aria-hidden />
          </button>
        </span>
      </footer>
    </article>
  );
}
