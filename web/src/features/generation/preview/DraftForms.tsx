import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { Landing } from '../../posts/move/move.rules.ts';
import { toWallClock } from '../../posts/wall-clock.rules.ts';
import { useRewrite } from '../../posts/write-again/useRewrite.ts';
import { WriteAgain } from '../../posts/write-again/WriteAgain.tsx';
import { generationStrings as strings } from '../generation.strings.ts';
import { type DraftLimits, draftProblem } from './drafts.rules.ts';
import styles from './PreviewPost.module.css';

type EditDraftProps = {
  draft: DraftPost;
  accountId: string | undefined;
  onEdit: (to: string, sources?: readonly PostSource[]) => void;
  onDone: () => void;
  onCancel: () => void;
};

/** Edits the text of one draft. Ctrl or Cmd with Enter finishes, Escape reverts. */
export function EditDraft({ draft, accountId = '', onEdit, onDone, onCancel }: EditDraftProps) {
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

type MoveDraftProps = {
  draft: DraftPost;
  limits: DraftLimits;
  landingOf: (wall: string) => Landing;
  onMove: (to: string) => void;
  onEnd: () => void;
};

/** Changes the day and time of one draft, with any error shown below. */
export function MoveDraft({ draft, limits, landingOf, onMove, onEnd }: MoveDraftProps) {
  const [wall, setWall] = useState(() => toWallClock(Date.parse(draft.scheduledTime), limits.zone));
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  function submit(event: FormEvent): void {
    event.preventDefault();
    const landing = landingOf(wall);
    if ('problem' in landing) {
      setProblem(landing.problem);
      return;
    }
    onMove(new Date(landing.at).toISOString());
    onEnd();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onEnd();
  }
  return (
    <form className={styles.move} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      <input
        type="datetime-local"
        className={styles.when}
        aria-label={strings.newTime}
        aria-invalid={problem !== null}
        aria-describedby={problemId}
        data-mantine-stop-propagation="true"
        value={wall}
        min={toWallClock(limits.now, limits.zone)}
        max={toWallClock(limits.windowEnd, limits.zone)}
        onChange={(event) => {
          setWall(event.currentTarget.value);
          setProblem(null);
        }}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for another time
        autoFocus
      />
      <p id={problemId} className={styles.wrong} role="alert">
        {problem}
      </p>
      <span className={styles.ends}>
        <button type="button" className={styles.word} onClick={onEnd}>
          {strings.cancel}
        </button>
        <button type="submit" className={styles.word} data-main>
          {strings.done}
        </button>
      </span>
    </form>
  );
}
