import {
  FEEDBACK_MAX,
  FEEDBACK_MIN,
  feedbackCategories,
  feedbackTooShort,
} from '@drumbeat/contract/feedback/feedback.rules.ts';
import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { Problem } from '../auth/Problem.tsx';
import { ChipChoice } from './ChipChoice.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

const draftSchema = z.object({
  message: z.string(),
  category: z.enum(feedbackCategories),
  rating: z.nullable(z.number()),
});
type FeedbackDraft = z.infer<typeof draftSchema>;
const empty: FeedbackDraft = { message: '', category: 'general', rating: null };
const ratings = ['1', '2', '3', '4', '5'] as const;

export function FeedbackCard() {
  const { pathname } = useLocation();
  const field = useRef<HTMLTextAreaElement>(null);
  const { value, change, discard } = useDraft('feedback', draftSchema, empty);
  const [lack, setLack] = useState<string>();
  const send = useMutation({
    mutationFn: (body: FeedbackDraft) =>
      call('POST /api/feedback', { body: { ...body, pagePath: pathname } }),
    onSuccess({ message }) {
      discard();
      notify.success(message);
    },
  });
  const wait = useOfflineWait(send);
  const check = () => (value.message.trim().length < FEEDBACK_MIN ? feedbackTooShort : undefined);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (send.isPending) return;
    const wrong = check();
    setLack(wrong);
    if (wrong) field.current?.focus();
    else send.mutate(value);
  }
  return (
    <Section title={strings.feedback} lead={strings.feedbackLead}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <ChipChoice
          legend={strings.feedbackCategory}
          options={feedbackCategories}
          labels={strings.feedbackCategories}
          value={value.category}
          onChange={(category) => change({ ...value, category })}
        />
        <div>
          <Textarea
            ref={field}
            label={strings.feedbackMessage}
            autosize
            minRows={4}
            maxRows={14}
            maxLength={FEEDBACK_MAX}
            value={value.message}
            error={lack}
            onChange={(event) => {
              change({ ...value, message: event.currentTarget.value });
              setLack(undefined);
            }}
            onBlur={() => setLack(value.message === '' ? undefined : check())}
          />
          <p className={styles.counter}>{strings.feedbackCounter(value.message.length, FEEDBACK_MAX)}</p>
        </div>
        <ChipChoice
          legend={strings.feedbackRating}
          options={ratings}
          labels={strings.feedbackRatings}
          value={value.rating === null ? null : (String(value.rating) as (typeof ratings)[number])}
          onChange={(rating) => change({ ...value, rating: Number(rating) })}
          onClear={() => change({ ...value, rating: null })}
        />
        <Problem message={refusalOf(send.error)} error={send.error} />
        <div className={styles.end}>
          <LoadingButton
            type="submit"
            loading={send.isPending}
            waiting={wait.isWaiting}
            loadingLabel={strings.feedbackSending}
          >
            {strings.feedbackSend}
          </LoadingButton>
        </div>
      </form>
    </Section>
  );
}

/** An invalid message or a rate limit shows the server's text; any other failure shows a fixed one. */
function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  const isTold = error instanceof ApiError && (error.status === 400 || error.status === 429);
  return isTold ? error.message : strings.feedbackFailed;
}
