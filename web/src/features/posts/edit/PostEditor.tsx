import { isTemporaryId, postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { containsUrl, weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { Button, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { requestIdOf } from '../../../api/errors.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { LinkNote } from '../../costs/LinkNote.tsx';
import { PostSources } from '../../facts/SourceLinks.tsx';
import { contentProblem, timeProblem } from '../posts.rules.ts';
import { postsStrings } from '../posts.strings.ts';
import { fromWallClock, toWallClock } from '../wall-clock.rules.ts';
import { useRewrite } from '../write-again/useRewrite.ts';
import { WriteAgain } from '../write-again/WriteAgain.tsx';
import { DraftLine } from './DraftLine.tsx';
import styles from './edit.module.css';
import { type EditDraft, editDraft, editDraftName } from './edit-draft.ts';
import { SimilarNotice } from './SimilarNotice.tsx';
import { secondPress, similarOf } from './similar.rules.ts';
import { TimeField } from './TimeField.tsx';
import { saveFailureText, useSavePost } from './useSavePost.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Which keys save and close an editor; shown only if there is a keyboard. */
function SaveHint({ closing = 'keeps a draft' }: { closing?: string }) {
  return (
    <p className={styles.hint}>
      <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd> saves, <kbd>Esc</kbd> {closing}
    </p>
  );
}

type Props = {
  post: Post;
  accountId: string | undefined;
  timeZone: string;
  windowEnd: number;
  onClose: () => void;
};

/** Why the post can no longer be saved, if it changed while being edited; null if it can. */
function goneProblem(post: Post): string | null {
  if (post.status === 'Posted') return postsStrings.published;
  return isTemporaryId(post.id) || !postCan.edit(post) ? postsStrings.processing : null;
}

/** A planned post with a link already counts against the plan. */
function countedLinks({ status, content }: Post): number {
  return status !== 'Failed' && containsUrl(content) ? 1 : 0;
}

/**
 * Edits one post in place. Ctrl or Cmd with Enter saves. Input is kept as a draft until it is saved or
 * canceled, also after Escape, a reload, Back, and the end of the session.
 */
export function PostEditor({ post, accountId, timeZone, windowEnd, onClose }: Props) {
  const planned = Date.parse(post.scheduledTime);
  const plannedText = Number.isFinite(planned) ? toWallClock(planned, timeZone) : '';
  const draft = useDraft(editDraftName(post.id), editDraft, { content: post.content, time: plannedText });
  const [isTimeChecked, setTimeChecked] = useState(draft.isRestored);
  const save = useSavePost(accountId, timeZone);
  const wait = useOfflineWait(save);
  const again = useRewrite({
    accountId: post.twitterAccountId,
    text: draft.value.content,
    onText: (content) => change({ content }),
  });
  const isLocked = save.isPending && !wait.isWaiting;
  const contentField = useRef<HTMLTextAreaElement>(null);
  const timeField = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    contentField.current?.focus();
    contentField.current?.setSelectionRange(-1, -1);
  }, []);

  const { content, time } = draft.value;
  const weight = weightedLength(content);
  const instant = time === plannedText ? planned : fromWallClock(time, timeZone);
  const contentError = contentProblem(content, weight);
  const timeError = timeProblem(instant, planned, windowEnd, Date.now());
  const gone = goneProblem(post);
  const similar = similarOf(save.error);

  function change(to: Partial<EditDraft>): void {
    draft.change({ ...draft.value, ...to });
    // Changing only the time does not require confirming the text again.
    const isAnswered = similar !== null && to.content === undefined;
    if (save.isError && !isAnswered) save.reset();
  }
  function submit(): void {
    setTimeChecked(true);
    if (save.isPending || gone) return;
    if (contentError || timeError || instant === null) {
      (contentError ? contentField : timeField).current?.focus();
      return;
    }
    const scheduledTime = new Date(instant).toISOString();
    const when = { scheduledTime, scheduledTimeLocal: time };
    const edit = { content: content.trim(), ...when, ...secondPress(similar !== null) };
    save.mutate({ original: post, edit }, { onSuccess: onClose });
  }
  function cancel(): void {
    if (wait.isWaiting) wait.cancel();
    else {
      draft.discard();
      onClose();
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isLocked) {
      wait.cancel();
      onClose();
    }
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    submit();
  }

  return (
    <form className={styles.form} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate aria-label="Edit post">
      <Textarea
        ref={contentField}
        label="Post content"
        value={content}
        onChange={(event) => change({ content: event.currentTarget.value })}
        readOnly={again.isBusy}
        error={contentError}
        classNames={{ input: styles.text ?? '' }}
      />
      <div className={styles.under}>
        <DraftLine draft={draft} weight={weight} />
      </div>
      {gone ? null : <WriteAgain again={again} />}
      <PostSources post={post} text={content} more={again.answer?.sources ?? []} />
      <LinkNote posts={[{ content, at: instant }]} counted={countedLinks(post)} />
      <div className={styles.bottom}>
        <TimeField
          {...{ timeZone, windowEnd }}
          field={timeField}
          value={time}
          onChange={(value) => change({ time: value })}
          onBlur={() => setTimeChecked(true)}
          error={isTimeChecked ? timeError : null}
          classNames={{ root: styles.postEditorTime ?? '', input: styles.when ?? '' }}
        />
        <div className={styles.buttons}>
          <SaveHint />
          <Button variant="default" onClick={cancel} disabled={isLocked}>
            Cancel
          </Button>
          <LoadingButton
            type="submit"
            loading={save.isPending}
            waiting={wait.isWaiting}
            disabled={contentError !== null || gone !== null}
          >
            {similar ? postsStrings.saveAnyway : postsStrings.save}
          </LoadingButton>
        </div>
      </div>
      {gone ? (
        <p className={styles.problem} role="alert">
          {gone}
        </p>
      ) : null}
      {gone ? null : <SimilarNotice question={similar} timeZone={timeZone} />}
      {save.error && !gone && !similar ? (
        <div className={styles.problem} role="alert">
          <p>{saveFailureText(save.error)}</p>
          <RequestId id={requestIdOf(save.error)} />
        </div>
      ) : null}
    </form>
  );
}
