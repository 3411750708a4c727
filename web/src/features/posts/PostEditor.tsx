/** Editing one post in its place. Ctrl or Cmd with Enter saves, Escape cancels. */

import { isTemporaryId, postCan } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import { weightedLength } from '@drumbeat/contract/weighted-length.rules.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { CharacterCounter } from './CharacterCounter.tsx';
import styles from './PostEditor.module.css';
import { contentProblem, timeProblem } from './posts.rules.ts';
import { postsStrings } from './posts.strings.ts';
import type { Edit } from './save-edit.ts';
import { fromWallClock, toWallClock } from './wall-clock.rules.ts';

type Props = {
  post: Post;
  timeZone: string;
  windowEnd: number;
  saving: boolean;
  onSave: (edit: Edit) => void;
  onCancel: () => void;
};

/** What became of the post while it was being edited, if it can no longer be saved. */
function goneProblem(post: Post): string | null {
  if (post.status === 'Posted') return postsStrings.published;
  return isTemporaryId(post.id) || !postCan.edit(post) ? postsStrings.processing : null;
}

export function PostEditor({ post, timeZone, windowEnd, saving, onSave, onCancel }: Props) {
  const planned = Date.parse(post.scheduledTime);
  const plannedText = Number.isFinite(planned) ? toWallClock(planned, timeZone) : '';
  const [content, setContent] = useState(post.content);
  const [time, setTime] = useState(plannedText);
  const [isTimeChecked, setTimeChecked] = useState(false);

  const weight = weightedLength(content);
  const instant = time === plannedText ? planned : fromWallClock(time, timeZone);
  const contentError = contentProblem(content, weight);
  const timeError = timeProblem(instant, planned, windowEnd, Date.now());
  const gone = goneProblem(post);

  function save(): void {
    setTimeChecked(true);
    if (saving || gone || contentError || timeError || instant === null) return;
    const scheduledTime = new Date(instant).toISOString();
    onSave({ content: content.trim(), scheduledTime, scheduledTimeLocal: time.padEnd(19, ':00') });
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    save();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !saving) onCancel();
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate aria-label="Edit post">
      <Textarea
        label="Post content"
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        error={contentError}
        classNames={{ input: styles.text ?? '' }}
        autoFocus
      />
      <div className={styles.counter}>
        <CharacterCounter weight={weight} />
      </div>
      <div className={styles.bottom}>
        <TextInput
          type="datetime-local"
          label="Scheduled time"
          description={`In ${timeZone}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={time}
          min={toWallClock(Date.now(), timeZone)}
          max={toWallClock(windowEnd, timeZone)}
          onChange={(event) => setTime(event.currentTarget.value)}
          onBlur={() => setTimeChecked(true)}
          error={isTimeChecked ? timeError : null}
          classNames={{ root: styles.time ?? '', input: styles.when ?? '' }}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onCancel} disabled={saving}>
            Cancel
          </Button>
          <LoadingButton type="submit" loading={saving} disabled={contentError !== null || gone !== null}>
            Save
          </LoadingButton>
        </div>
      </div>
      {gone ? (
        <p className={styles.gone} role="alert">
          {gone}
        </p>
      ) : null}
    </form>
  );
}
