/** Edits the text of one draft. Ctrl or Cmd with Enter finishes, Escape reverts. */
import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import type { KeyboardEvent } from 'react';
import { useRewrite } from '../../posts/write-again/useRewrite.ts';
import { WriteAgain } from '../../posts/write-again/WriteAgain.tsx';
import { draftProblem } from './drafts.rules.ts';
import styles from './PreviewPost.module.css';

type Props = {
  draft: DraftPost;
  accountId: string | undefined;
  onEdit: (to: string, sources?: readonly PostSource[]) => void;
  onDone: () => void;
  onCancel: () => void;
};

export function EditDraft({ draft, accountId = '', onEdit, onDone, onCancel }: Props) {
  const again = useRewrite({ accountId, text: draft.content, onText: onEdit });
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onDone();
    if (event.key === 'Escape') onCancel();
  }
  return (
    <>
      <textarea
        className={styles.field}
        aria-label="Post content"
        aria-invalid={draftProblem(draft) !== null}
        data-mantine-stop-propagation="true"
        value={draft.content}
        readOnly={again.isBusy}
        onChange={(event) => onEdit(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget: field }) =>
          field.setSelectionRange(field.value.length, field.value.length)
        }
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      {accountId ? <WriteAgain again={again} /> : null}
    </>
  );
}
