import type { CancelReason } from '@drumbeat/contract/billing/billing.entities.ts';
import { cancelReasons } from '@drumbeat/contract/billing/cancel-reasons.rules.ts';
import { Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { postsQuery } from '../post/posts.query.ts';
import styles from './billing.module.css';
import { reasonLabels, strings } from './billing.strings.ts';
import { useCancel } from './subscription.query.ts';
import { endWords, lostPostsWords } from './subscription.rules.ts';

const FEEDBACK_MAX = 1000;

type Draft = { reason: CancelReason | null; feedback: string };
const nothing: Draft = { reason: null, feedback: '' };

type Props = { plan: string; isInTrial: boolean; onClose: () => void };

/** Asks for the reason and says what ends. Input survives a refusal, closing the dialog, and a reload. */
export function CancelDialog({ plan, isInTrial, onClose }: Props) {
  const { id } = useCurrentUser();
  const [draft, setDraft, forgetDraft] = useSessionStorage<Draft>({
    key: `cancellation-${id}`,
    defaultValue: nothing,
    getInitialValueInEffect: false,
  });
  const [lacksReason, setLacksReason] = useState(false);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const cancel = useCancel(() => {
    forgetDraft();
    onClose();
  });
  function send(): void {
    const { reason, feedback } = draft;
    if (reason) {
      cancel.mutate(feedback.trim() === '' ? { reason } : { reason, feedback });
      return;
    }
    setLacksReason(true);
    reasons.current?.querySelector('input')?.focus();
  }
  function choose(reason: CancelReason): void {
    setDraft({ ...draft, reason });
    setLacksReason(false);
  }
  return (
    <FormDialog
      title={strings.cancelTitle}
      submitLabel={strings.cancel}
      busyLabel={strings.canceling}
      cancelLabel={strings.keep}
      busy={cancel.isPending}
      danger
      size={520}
      onSubmit={send}
      onClose={onClose}
    >
      <WhatEnds plan={plan} isInTrial={isInTrial} />
      <Reasons ref={reasons} chosen={draft.reason} isLacking={lacksReason} onChoose={choose} />
      {draft.reason ? (
        <Textarea
          label={strings.feedback}
          maxLength={FEEDBACK_MAX}
          autosize
          minRows={2}
          maxRows={6}
          value={draft.feedback}
          onChange={(event) => setDraft({ ...draft, feedback: event.currentTarget.value })}
        />
      ) : null}
      {cancel.error ? (
        <ErrorBox
          what={strings.cancelFailed}
          message={describeError(cancel.error, '')}
          requestId={requestIdOf(cancel.error)}
        />
      ) : null}
    </FormDialog>
  );
}

/** What the cancellation ends, when, and how many posts will not be published, once all posts are loaded. */
function WhatEnds({ plan, isInTrial }: Pick<Props, 'plan' | 'isInTrial'>) {
  const { subscriptionExpiryDate: end, timeZone } = useCurrentUser();
  const { data } = useQuery(postsQuery(undefined));
  const waiting = data?.posts.filter((post) => post.status === 'Pending' || post.status === 'Processing');
  return (
    <div className={styles.ends}>
      <p>{endWords({ plan, isInTrial, end }, { timeZone, now: Date.now() })}</p>
      <p>
        {lostPostsWords(
          waiting?.map((post) => post.scheduledTime),
          end,
        )}
      </p>
    </div>
  );
}

type ReasonsProps = {
  ref: React.Ref<HTMLFieldSetElement>;
  chosen: CancelReason | null;
  isLacking: boolean;
  onChoose: (reason: CancelReason) => void;
};

function Reasons({ ref, chosen, isLacking, onChoose }: ReasonsProps) {
  const name = useId();
  const errorId = useId();
  return (
    <fieldset ref={ref} className={styles.reasons} aria-describedby={isLacking ? errorId : undefined}>
      <legend>{strings.reason}</legend>
      {cancelReasons.map((reason) => (
        <label key={reason}>
          <input
            type="radio"
            name={name}
            value={reason}
            checked={chosen === reason}
            aria-invalid={isLacking || undefined}
            onChange={() => onChoose(reason)}
          />
          {reasonLabels[reason]}
        </label>
      ))}
      {isLacking ? (
        <p id={errorId} className={styles.lack} role="alert">
          {strings.reasonMissing}
        </p>
      ) : null}
    </fieldset>
  );
}
