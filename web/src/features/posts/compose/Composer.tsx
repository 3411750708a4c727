import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { HOUR_MS } from '@drumbeat/contract/time.ts';
import { SegmentedControl, Textarea } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { ApiError } from '../../../api/errors.ts';
import { problemOf } from '../../../api/problem.ts';
import { newRequestId } from '../../../api/request.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { DialogProblem } from '../../../ui/feedback/ErrorBox.tsx';
import { LinkNote } from '../../costs/LinkNote.tsx';
import { DraftLine } from '../edit/DraftLine.tsx';
import { SimilarNotice } from '../edit/SimilarNotice.tsx';
import { similarOf } from '../edit/similar.rules.ts';
import { TimeField } from '../edit/TimeField.tsx';
import { contentProblem, timeProblem } from '../posts.rules.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import { fromWallClock, toWallClock } from '../wall-clock.rules.ts';
import styles from './compose.module.css';
import { useCreatePost } from './useCreatePost.ts';

/** The stored draft of a new post. `key` stays the same across retries, so that it is saved only once. */
export const composerDraft = z.object({
  key: z.string(),
  content: z.string(),
  when: z.enum(['free', 'chosen']),
  /** Local time as in its field: `2026-11-21T09:00`. */
  time: z.string(),
});

export type ComposerDraft = z.infer<typeof composerDraft>;

/** A copy has its own draft, so that it does not overwrite the draft of a new post. */
export function composerDraftName(accountId: string, source: { id: string } | null): string {
  return source ? `duplicate:${source.id}` : `new-post:${accountId}`;
}

type Props = {
  account: XAccount;
  /** The post to copy; null for a new one. */
  source: Post | null;
  timeZone: string;
  windowEnd: number;
  onClose: () => void;
};

const choices = [
  { value: 'free', label: 'Next free time' },
  { value: 'chosen', label: 'Choose a time' },
] as const satisfies { value: ComposerDraft['when']; label: string }[];

function blank(source: Post | null, timeZone: string): ComposerDraft {
  const nextHour = Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS;
  return {
    key: newRequestId(),
    content: source?.content ?? '',
    when: 'free',
    time: toWallClock(nextHour, timeZone),
  };
}

/** A refusal of the time, which is shown beside its field. */
function refusalOfTime(error: Error | null): string | null {
  return error instanceof ApiError && error.code?.startsWith('TIME_') ? error.message : null;
}

/** The time to send (null for the next free slot), and what is wrong with it. */
function timeOf({ when, time }: ComposerDraft, timeZone: string, windowEnd: number) {
  if (when === 'free') return { at: null, problem: null };
  const instant = fromWallClock(time, timeZone);
  const problem = timeProblem(instant, Number.NaN, windowEnd, Date.now());
  if (instant === null) return { at: null, problem };
  const scheduledTime = new Date(instant).toISOString();
  return { at: { scheduledTime, scheduledTimeLocal: time }, problem };
}

/** Writes a new post or a copy of another. Input is kept as a draft until it is scheduled or discarded. */
export function Composer({ account, source, timeZone, windowEnd, onClose }: Props) {
  const [initial] = useState(() => blank(source, timeZone));
  const draft = useDraft(composerDraftName(account.id, source), composerDraft, initial);
  const [isChecked, setChecked] = useState(false);
  const create = useCreatePost({ accountId: account.id, source, timeZone });
  const wait = useOfflineWait(create);
  const contentField = useRef<HTMLTextAreaElement>(null);
  const timeField = useRef<HTMLInputElement>(null);

  const { content, when, time, key } = draft.value;
  const weight = weightedLength(content);
  const contentError = contentProblem(content, weight);
  const { at, problem: timeError } = timeOf(draft.value, timeZone, windowEnd);
  const similar = similarOf(create.error);
  const isShown = create.error !== null && similar === null;
  const refusedTime = when === 'chosen' ? refusalOfTime(create.error) : null;

  function change(to: Partial<ComposerDraft>): void {
    draft.change({ ...draft.value, ...to });
    // Changing only the time does not require confirming the text again.
    const isAnswered = similar !== null && to.content === undefined;
    if (create.isError && !isAnswered) create.reset();
  }
  function submit(): void {
    setChecked(true);
    if (contentError || timeError) {
      (contentError ? contentField : timeField).current?.focus();
      return;
    }
    const done = (): void => {
      draft.drop();
      onClose();
    };
    const post = { key, content: content.trim(), at, wasAsked: similar !== null };
    create.mutate(post, { onSuccess: done });
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
  }
  const isOver = weight > 0 && contentError !== null;
  return (
    <FormDialog
      title={source ? strings.duplicate : strings.newPost}
      submitLabel={similar ? strings.scheduleAnyway : strings.schedule}
      busyLabel={strings.scheduling}
      busy={create.isPending}
      waiting={wait.isWaiting}
      size={560}
      onSubmit={submit}
      onClose={() => {
        wait.cancel();
        onClose();
      }}
    >
      <Textarea
        ref={contentField}
        label={`Post as @${account.username}`}
        placeholder="What do you want to say?"
        value={content}
        onChange={(event) => change({ content: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        error={isChecked || isOver ? contentError : null}
        classNames={{ input: styles.text ?? '' }}
        data-autofocus
      />
      <div className={styles.under}>
        <DraftLine draft={draft} weight={weight} />
      </div>
      <LinkNote posts={[{ content, at: at ? Date.parse(at.scheduledTime) : null }]} />
      <TimeChoice
        {...{ when, time, timeZone, windowEnd }}
        field={timeField}
        error={refusedTime ?? (isChecked ? timeError : null)}
        onChange={change}
      />
      <SimilarNotice question={similar} timeZone={timeZone} />
      <DialogProblem
        problem={isShown && refusedTime === null ? problemOf(create.error, strings.notScheduled) : null}
      />
    </FormDialog>
  );
}

type TimeProps = Pick<ComposerDraft, 'when' | 'time'> & {
  timeZone: string;
  windowEnd: number;
  field: RefObject<HTMLInputElement | null>;
  error: string | null;
  onChange: (to: Partial<ComposerDraft>) => void;
};

function TimeChoice({ when, time, timeZone, windowEnd, field, error, onChange }: TimeProps) {
  return (
    <>
      <SegmentedControl
        aria-label="When"
        fullWidth
        data={choices}
        value={when}
        onChange={(value) => onChange({ when: value })}
      />
      {when === 'chosen' ? (
        <TimeField
          {...{ field, timeZone, windowEnd, error }}
          value={time}
          onChange={(value) => onChange({ time: value })}
        />
      ) : null}
    </>
  );
}
